import type { Tx } from '../../platform/storage/database';
import { keyIn, upsertRows, type Sql } from '../../platform/storage/sql';
import { defineTable, integer, listColumns, text, type RowOf } from '../../platform/storage/table';
import type { ConversationState, SessionFacts, Suggestion } from '../rules/state';

const KEY = ['tenant_id', 'conversation_id'] as const;

/** @internal for tests */
export const SUGGESTIONS = defineTable('suggestions', KEY, {
  tenant_id: text(),
  conversation_id: text(),
  /** Of the escalation. A node of the last release leaves the row behind: it counts only in this epoch. */
  owner_epoch: integer(),
  content: text(),
  /** JSON */
  reasons: text(),
  created_at: integer(),
});
type SuggestionRow = RowOf<typeof SUGGESTIONS>;

/** A session of a batch; without `suggestion`, its row stays as it is. */
interface Changed {
  session: SessionFacts;
  state: ConversationState | null;
  suggestion?: Suggestion | null;
}

/** Under the lock of the sessions, as the conversations' own rows: a batch without suggestions costs nothing. */
export async function writeSuggestions(tx: Tx, changed: readonly Changed[]): Promise<void> {
  const rows: SuggestionRow[] = [];
  const gone: string[][] = [];
  for (const { session, state, suggestion } of changed) {
    if (!state || suggestion === undefined) continue;
    const { conversationId, ownerEpoch } = state;
    if (suggestion === null) {
      gone.push([session.tenantId, conversationId]);
      continue;
    }
    rows.push({
      tenant_id: session.tenantId,
      conversation_id: conversationId,
      owner_epoch: ownerEpoch,
      content: suggestion.content,
      reasons: JSON.stringify(suggestion.reasons),
      created_at: suggestion.at,
    });
  }
  if (gone.length > 0) {
    await tx.run(`DELETE FROM suggestions WHERE ${keyIn(tx.dialect, KEY, gone)}`, gone.flat());
  }
  await upsertRows(tx, SUGGESTIONS, rows);
}

/** Null also for the suggestion of an earlier wait. */
export async function readSuggestion(
  sql: Sql,
  tenantId: string,
  { conversationId, status, ownerEpoch }: ConversationState,
): Promise<Suggestion | null> {
  if (status !== 'WAITING') return null;
  const [row] = await sql.rows<SuggestionRow>(
    `SELECT ${listColumns(SUGGESTIONS)} FROM suggestions
     WHERE tenant_id = ? AND conversation_id = ? AND owner_epoch = ?`,
    [tenantId, conversationId, ownerEpoch],
  );
  if (!row) return null;
  const { content, reasons, created_at: at } = row;
  return { content, at, reasons: JSON.parse(reasons) as string[] };
}
