import type { StoredData } from '../../../platform/storage/stored-data';
import { WAITING_MAILS } from './model';

export const waitingMailsData: StoredData = { ofTenant: [WAITING_MAILS] };
