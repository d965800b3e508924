import type { StoredData } from '../platform/storage/stored-data';
import { forgetTenant, forgetWords } from './documents';

export const searchData: StoredData = {
  onErased: (tx, { tenantId, conversationIds }) => forgetWords(tx, tenantId, conversationIds),
  onRemoved: (tx, { tenantId, conversationIds }) => forgetWords(tx, tenantId, conversationIds),
  // Runs after the conversations are deleted: indexing in progress no longer finds them, and adds no words.
  afterTenant: forgetTenant,
};
