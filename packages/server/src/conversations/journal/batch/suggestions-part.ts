import { deletes, upserts } from '../../../platform/storage/writes';
import { SUGGESTIONS, type SuggestionRow } from '../suggestions';
import type { BatchPart } from './batch-part';

interface SuggestionRows {
  gone: string[][];
  stored: SuggestionRow[];
}

/** Stores the bot's suggestions to operators, and removes those that are of no use any more. */
export const suggestionsPart: BatchPart<undefined, SuggestionRows> = {
  collect: ({ changed }) => {
    const rows: SuggestionRows = { gone: [], stored: [] };
    for (const { session, state, applied } of changed) {
      const last = applied.findLast(({ change }) => change.suggestion !== undefined);
      const suggestion = last?.change.suggestion;
      if (suggestion === undefined) continue;
      const { tenantId: tenant_id } = session;
      const { conversationId: conversation_id, ownerEpoch: owner_epoch } = state;
      if (suggestion === null) {
        rows.gone.push([tenant_id, conversation_id]);
        continue;
      }
      const { content, at: created_at } = suggestion;
      const reasons = JSON.stringify(suggestion.reasons);
      rows.stored.push({ tenant_id, conversation_id, owner_epoch, content, reasons, created_at });
    }
    return rows;
  },
  write: ({ gone, stored }, dialect) => [
    ...deletes(dialect, SUGGESTIONS, gone),
    ...upserts(dialect, SUGGESTIONS, stored),
  ],
};
