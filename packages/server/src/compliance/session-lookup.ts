import { placeholders, type Sql } from '../platform/storage/sql';
import type { VisitorRef } from './visitor';

export interface LookupRange {
  /** Sessions after this one. */
  after: string;
  limit: number;
}

/**
 * A visitor's sessions in the tenant, by id. Lengths are compared, too, because MySQL treats `ann` and `ann `
 * as equal.
 */
export async function findSessionIds(
  sql: Sql,
  tenantId: string,
  ref: VisitorRef,
  { after, limit }: LookupRange,
): Promise<string[]> {
  const rows = await sql.rows<{ session_id: string }>(
    `SELECT session_id FROM visitor_sessions
     WHERE tenant_id = ? AND session_id > ?
     AND ${'sessionId' in ref ? 'session_id = ?' : 'user_id = ? AND LENGTH(user_id) = LENGTH(?)'}
     ORDER BY session_id LIMIT ?`,
    [tenantId, after, ...('sessionId' in ref ? [ref.sessionId] : [ref.userId, ref.userId]), limit],
  );
  return rows.map((row) => row.session_id);
}

/** Counts conversations and messages of these sessions, and finds the time of the last message. */
export async function countConversations(
  sql: Sql,
  tenantId: string,
  sessionIds: readonly string[],
): Promise<{ conversations: number; messages: number; lastMs: number | null }> {
  if (sessionIds.length === 0) return { conversations: 0, messages: 0, lastMs: null };
  const [counts] = await sql.rows<{ conversations: number; messages: number; last_ms: number }>(
    `SELECT COUNT(*) AS conversations, COALESCE(SUM(last_seq), 0) AS messages,
       MAX(last_message_at) AS last_ms
     FROM conversations WHERE tenant_id = ? AND session_id IN ${placeholders(1, sessionIds.length)}`,
    [tenantId, ...sessionIds],
  );
  const { conversations, messages, last_ms: lastMs } = counts!; // an aggregate always has its row
  // The driver returns MySQL's sums as strings.
  return { conversations, messages: Number(messages), lastMs };
}
