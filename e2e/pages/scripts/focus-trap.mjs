import { createFocusTrap } from 'focus-trap';

createFocusTrap('#dialog', { allowOutsideClick: true }).activate();
