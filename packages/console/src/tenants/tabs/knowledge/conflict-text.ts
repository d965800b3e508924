import { Refusal } from '../../../api/refusal';
import type { Words } from '../../../words/words';

/** Why the relay did not store a document, if it is a conflict with what is stored. */
export function conflictText(error: unknown, { tenants }: Words): string | undefined {
  if (!(error instanceof Refusal) || error.code !== 'state_conflict') return undefined;
  return 'knowledge_document_id' in error.data ? tenants.documentSynced : tenants.documentRefused;
}
