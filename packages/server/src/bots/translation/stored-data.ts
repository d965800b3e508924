import type { StoredData } from '../../platform/storage/stored-data';
import { MESSAGE_TRANSLATIONS } from './model';

export const translationsData: StoredData = {
  ofTenant: [MESSAGE_TRANSLATIONS],
  ofConversation: [{ table: MESSAGE_TRANSLATIONS, of: 'session' }],
};
