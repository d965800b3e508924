import type { StoredData } from '../../../platform/storage/stored-data';
import { NOTES } from './model';

export const notesData: StoredData = {
  ofTenant: [NOTES],
  ofConversation: [{ table: NOTES, of: 'conversation' }],
};
