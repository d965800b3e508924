import type { Tx } from '../../../platform/storage/database';
import {
  insertAbsentRows,
  insertRows,
  keyIn,
  writeInOrder,
  type Sql,
} from '../../../platform/storage/sql';
import { VISITOR_SESSIONS } from '../../../visitors/model';
import { CONVERSATIONS, MESSAGES } from '../model';
import type { ImportedRows } from './imported';

/**
 * Writes the conversations that are not stored yet, each completely or not at all. If several imports have the same
 * one, the first to insert its session writes it.
 * @returns the conversations that this call has written
 */
export async function writeImported(
  tx: Tx,
  tenantId: string,
  given: readonly ImportedRows[],
): Promise<ImportedRows[]> {
  // In the order of the key, like every other writer: two may wait for each other, but never in a circle.
  const all = given.toSorted((a, b) => (a.session.session_id < b.session.session_id ? -1 : 1));
  const ids = all.map(({ session }) => session.session_id);
  await insertAbsentRows(
    tx,
    VISITOR_SESSIONS,
    all.map(({ session }) => session),
  );
  // All sessions are locked now: another import that inserted one has committed its conversation, too.
  const there = await importedAmong(tx, tenantId, ids);
  const written = all.filter(({ session }) => !there.has(session.session_id));
  await writeInOrder(tx, [
    () =>
      insertRows(
        tx,
        MESSAGES,
        written.flatMap(({ messages }) => messages),
      ),
    () =>
      insertRows(
        tx,
        CONVERSATIONS,
        written.map(({ conversation }) => conversation),
      ),
  ]);
  return written;
}

/** Ids of the conversations that are stored, by session. */
export async function importedAmong(
  sql: Sql,
  tenantId: string,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const keys = sessionIds.map((sessionId) => [tenantId, sessionId]);
  const rows = await sql.rows<{ session_id: string; conversation_id: string }>(
    `SELECT session_id, conversation_id FROM conversations
     WHERE ${keyIn(sql.dialect, ['tenant_id', 'session_id'], keys)}`,
    keys.flat(),
  );
  return new Map(rows.map((row) => [row.session_id, row.conversation_id]));
}

/** Sessions with messages that the search does not find yet. */
export async function unindexedAmong(
  sql: Sql,
  tenantId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const keys = sessionIds.map((sessionId) => [tenantId, sessionId]);
  const rows = await sql.rows<{ session_id: string }>(
    `SELECT c.session_id FROM conversations c
     LEFT JOIN search_documents d
       ON d.tenant_id = c.tenant_id AND d.conversation_id = c.conversation_id
     WHERE ${keyIn(sql.dialect, ['c.tenant_id', 'c.session_id'], keys)}
       AND (d.indexed_seq IS NULL OR d.indexed_seq < c.last_seq)`,
    keys.flat(),
  );
  return rows.map((row) => row.session_id);
}
