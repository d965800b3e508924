import type { StoredData } from '../../platform/storage/stored-data';
import { DISMISSED_QUESTIONS } from './model';

export const unansweredData: StoredData = {
  ofTenant: [DISMISSED_QUESTIONS],
  ofConversation: [{ table: DISMISSED_QUESTIONS, of: 'conversation' }],
};
