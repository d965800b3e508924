import { removeUploads } from '../attachments/removal/removals';
import type { Tx } from '../platform/storage/database';
import { lockInOrderOf, placeholders } from '../platform/storage/sql';
import { forgetWords } from '../search/documents';

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
  { tenantId, sessionIds, now }: { tenantId: string; sessionIds: string[]; now: number },
): Promise<ErasedConversation[]> {
  if (sessionIds.length === 0) return [];
  const inSessions = `tenant_id = ? AND session_id IN ${placeholders(1, sessionIds.length)}`;
  const params = [tenantId, ...sessionIds];
  // Like the journal, and in its order: a writer of one of these conversations waits here, and then finds the
  // session erased.
  await tx.rows(
    `SELECT session_id FROM visitor_sessions WHERE ${inSessions} ${lockInOrderOf(tx.dialect, 'tenant_id, session_id')}`,
    params,
  );
  await tx.run(
    `UPDATE visitor_sessions SET ended_at = COALESCE(ended_at, ?), erased_at = COALESCE(erased_at, ?),
       metadata = '{}', user_id = NULL, visitor_name = NULL, visitor_email = NULL,
       visitor_attributes = NULL, contact_email = NULL, contact_proven = 0, nobody_there = 0,
       mailed_seq = NULL, current_page = NULL, earlier_pages = NULL, address_hmac = NULL
     WHERE ${inSessions}`,
    [now, now, ...params],
  );
  await eraseMails(tx, inSessions, params);
  // A client_msg_id is the page's own text.
  await tx.run(
    `UPDATE messages SET content = '', dedupe_key = NULL, sources = NULL, attachments = NULL WHERE ${inSessions}`,
    params,
  );
  await tx.run(`DELETE FROM message_translations WHERE ${inSessions}`, params);
  await tx.run(`DELETE FROM removed_messages WHERE ${inSessions}`, params);
  // Also those that were never sent. The bytes follow within seconds.
  await removeUploads(tx, {
    tenantId,
    where: `session_id IN ${placeholders(1, sessionIds.length)}`,
    params: sessionIds,
    now,
  });
  const conversations = await tx.rows<ErasedConversation>(
    `SELECT session_id AS sessionId, conversation_id AS conversationId FROM conversations
     WHERE ${inSessions} ORDER BY conversation_id`,
    params,
  );
  if (conversations.length === 0) return [];
  await tx.run(
    `UPDATE conversations SET last_said_preview = '', last_said_file = NULL, rating = NULL, tags = NULL WHERE ${inSessions}`,
    params,
  );
  await forgetWords(
    tx,
    tenantId,
    conversations.map(({ conversationId }) => conversationId),
  );
  await close(tx, inSessions, params, now);
  await eraseOfConversations(tx, tenantId, conversations, now);
  return conversations;
}

/** Mails that wait to be sent, and the links of those that were. */
async function eraseMails(tx: Tx, inSessions: string, params: string[]): Promise<void> {
  await tx.run(`DELETE FROM awaited_answers WHERE ${inSessions}`, params);
  const mails = await tx.rows<{ mail_id: string }>(
    `SELECT mail_id FROM visitor_mails WHERE ${inSessions}`,
    params,
  );
  if (mails.length === 0) return;
  await tx.run(
    `DELETE FROM mails WHERE mail_id IN ${placeholders(1, mails.length)}`,
    mails.map(({ mail_id }) => mail_id),
  );
  await tx.run(`DELETE FROM visitor_mails WHERE ${inSessions}`, params);
}

/** There is no one left to answer: it leaves the queue and its operator. */
async function close(tx: Tx, inSessions: string, params: string[], now: number): Promise<void> {
  await tx.run(
    `UPDATE conversations SET status = 'RESOLVED', owner_epoch = owner_epoch + 1, resolved_at = ?,
       operator_id = NULL, operator_display_name = NULL, waiting_since = NULL,
       awaiting_bot_since = NULL, snoozed_until = NULL, unread_for = NULL
     WHERE ${inSessions} AND status <> 'RESOLVED'`,
    [now, ...params],
  );
}

async function eraseOfConversations(
  tx: Tx,
  tenantId: string,
  conversations: readonly ErasedConversation[],
  now: number,
): Promise<void> {
  const ids = conversations.map(({ conversationId }) => conversationId);
  const ofConversations = `tenant_id = ? AND conversation_id IN ${placeholders(1, ids.length)}`;
  await tx.run(
    `UPDATE tickets SET status = 'RESOLVED', resolved_at = ?
     WHERE ${ofConversations} AND status <> 'RESOLVED'`,
    [now, tenantId, ...ids],
  );
  await tx.run(`DELETE FROM notes WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM conversation_tags WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM dismissed_questions WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM suggestions WHERE ${ofConversations}`, [tenantId, ...ids]);
  // Lanes before events, in the worker's lock order. A worker with a leased lane can settle nothing in it any
  // more. Without the row, no event can be sent, resent or replayed.
  await tx.run(`DELETE FROM callback_lanes WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM callback_events WHERE ${ofConversations}`, [tenantId, ...ids]);
  await tx.run(`DELETE FROM callback_attempts WHERE ${ofConversations}`, [tenantId, ...ids]);
}
