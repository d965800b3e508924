import type { Tx } from '../platform/storage/database';
import { lockInOrderOf, placeholders } from '../platform/storage/sql';
import { deleteRowsOf, type StoredData } from '../platform/storage/stored-data';

export interface ErasedConversation {
  sessionId: string;
  conversationId: string;
}

/**
 * Erases the text of a tenant's sessions and their visitor's identity. Rows without content remain: that there
 * was a conversation, when, how long, and its outcome.
 */
export async function eraseSessions(
  tx: Tx,
  data: readonly StoredData[],
  { tenantId, sessionIds, now }: { tenantId: string; sessionIds: string[]; now: number },
): Promise<ErasedConversation[]> {
  if (sessionIds.length === 0) return [];
  const inSessions = `tenant_id = ? AND session_id IN ${placeholders(1, sessionIds.length)}`;
  const params = [tenantId, ...sessionIds];
  // Locks the sessions in the journal's order, which prevents deadlocks. A command for one of these conversations
  // waits for the lock, and then finds the session erased.
  const sessions = await tx.rows<{ user_id: string | null }>(
    `SELECT user_id FROM visitor_sessions WHERE ${inSessions} ${lockInOrderOf(tx.dialect, 'tenant_id, session_id')}`,
    params,
  );
  const userIds = [...new Set(sessions.flatMap(({ user_id: id }) => (id === null ? [] : [id])))];
  const conversations = await tx.rows<ErasedConversation>(
    `SELECT session_id AS sessionId, conversation_id AS conversationId FROM conversations
     WHERE ${inSessions} ORDER BY conversation_id`,
    params,
  );
  const conversationIds = conversations.map(({ conversationId }) => conversationId);
  const erased = { tenantId, sessionIds, conversationIds, userIds, now };
  for (const { ofConversation = [], onErased } of data) {
    await onErased?.(tx, erased);
    for (const rows of ofConversation) {
      if (!rows.isChangedByErasure) await deleteRowsOf(tx, rows, erased);
    }
  }
  return conversations;
}
