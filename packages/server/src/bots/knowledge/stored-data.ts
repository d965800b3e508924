import type { StoredData } from '../../platform/storage/stored-data';
import { KNOWLEDGE_DOCUMENTS, KNOWLEDGE_TOTALS, KNOWLEDGE_VECTORS } from './model';

export const knowledgeData: StoredData = {
  // A vector is stored only for a document that exists.
  ofTenant: [KNOWLEDGE_DOCUMENTS, KNOWLEDGE_VECTORS, KNOWLEDGE_TOTALS],
};
