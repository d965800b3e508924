import type { StoredData } from '../platform/storage/stored-data';
import { forgetTenant, forgetWords } from './documents';

export const searchData: StoredData = {
  onErased: (tx, { tenantId, conversationIds }) => forgetWords(tx, tenantId, conversationIds),
  onRemoved: (tx, { tenantId, conversationIds }) => forgetWords(tx, tenantId, conversationIds),
  // What is being indexed meanwhile finds no conversation.
  afterTenant: forgetTenant,
};
