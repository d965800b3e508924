import type { Sql } from '../../platform/storage/sql';
import { defineTable, integer, listColumns, text, type RowOf } from '../../platform/storage/table';
import type { ConversationState, Suggestion } from '../rules/state';

export const SUGGESTIONS = defineTable('suggestions', ['tenant_id', 'conversation_id'], {
  tenant_id: text(),
  conversation_id: text(),
  /** Epoch of the escalation, the only one in which it is valid: older nodes leave the row behind. */
  owner_epoch: integer(),
  content: text(),
  /** JSON */
  reasons: text(),
  created_at: integer(),
});
export type SuggestionRow = RowOf<typeof SUGGESTIONS>;

/** Suggestion for a waiting conversation; null if there is none, or it is from an earlier wait. */
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
