import type { StoredData } from '../../../platform/storage/stored-data';
import { CONVERSATION_TAGS } from '../../journal/tags/model';

export const tagsData: StoredData = {
  ofTenant: [CONVERSATION_TAGS],
  ofConversation: [{ table: CONVERSATION_TAGS, of: 'conversation' }],
};
