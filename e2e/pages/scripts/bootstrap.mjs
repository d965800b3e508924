import { Modal } from 'bootstrap';

new Modal('#dialog').show();
