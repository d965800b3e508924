import { RefusalError } from '../../../api/refusal';
import type { Words } from '../../../words/words';

/** Words for a document that conflicts with a stored one; undefined for other errors. */
export function conflictText(error: unknown, { tenants }: Words): string | undefined {
  if (!(error instanceof RefusalError) || error.code !== 'state_conflict') return undefined;
  return 'knowledge_document_id' in error.data ? tenants.documentSynced : tenants.documentRefused;
}
