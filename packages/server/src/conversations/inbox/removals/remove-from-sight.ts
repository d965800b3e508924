import { removeUploads } from '../../../attachments/removal/removals';
import { blankMessageEvents } from '../../../callbacks/events/blank-message';
import { AppError } from '../../../platform/errors';
import type { Tx } from '../../../platform/storage/database';
import { forUpdate, insertRows, placeholders } from '../../../platform/storage/sql';
import { listColumns } from '../../../platform/storage/table';
import { forgetWords, indexSessions } from '../../../search/documents';
import type { SessionKey } from '../../../visitors/session';
import {
  AWAITED_ANSWERS,
  MESSAGES,
  REMOVED_MESSAGES,
  messageOf,
  type MessageRow,
} from '../../journal/model';
import { asRemoved, type Message } from '../../rules/state';

export interface MessagePlace extends SessionKey {
  conversationId: string;
  messageId: string;
}

export interface RemovedFromSight {
  message: Message;
  /** False: it was removed before, and nothing changed. */
  isNew: boolean;
  /** A suggestion of the bot was removed with the visitor's question. */
  hadSuggestion: boolean;
}

/**
 * Removes what a message says from everything that keeps it: the message, its files, the list's preview, the
 * search's index, the bot's suggestion, translations, callbacks and mails.
 */
export async function removeFromSight(
  tx: Tx,
  place: MessagePlace,
  now: number,
): Promise<RemovedFromSight> {
  await lockConversation(tx, place);
  const message = await findMessage(tx, place);
  if (message.sender === 'system')
    throw new AppError('state_conflict', { message: "The relay's own lines can't be removed." });
  if (message.isRemoved) return { message, isNew: false, hadSuggestion: false };

  const { tenantId, sessionId, conversationId, messageId } = place;
  const { seq } = message;
  await tx.run(
    `UPDATE messages SET content = '', sources = NULL, attachments = NULL, removed_at = ?
     WHERE tenant_id = ? AND session_id = ? AND seq = ?`,
    [now, tenantId, sessionId, seq],
  );
  await tx.run(
    'DELETE FROM message_translations WHERE tenant_id = ? AND session_id = ? AND seq = ?',
    [tenantId, sessionId, seq],
  );
  await insertRows(tx, REMOVED_MESSAGES, [
    {
      tenant_id: tenantId,
      session_id: sessionId,
      seq,
      message_id: messageId,
      conversation_id: conversationId,
      removed_at: now,
    },
  ]);
  if (message.attachments) {
    const where = 'session_id = ? AND message_id = ?';
    await removeUploads(tx, { tenantId, where, params: [sessionId, messageId], now });
  }
  if (message.sender === 'visitor') {
    await blankMessageEvents(tx, { tenantId, conversationId }, message);
  }
  await removePreview(tx, place, seq);
  const hadSuggestion = await removeSuggestion(tx, place, message);
  if (message.sender === 'agent') await withdrawMails(tx, place, message, now);
  // The index does not know which words only this message had, so the whole conversation is indexed again.
  await forgetWords(tx, tenantId, [conversationId]);
  await indexSessions(tx, [place]);
  return { message: asRemoved(message), isNew: true, hadSuggestion };
}

/** Locks the conversation like the journal: a second removal waits here, and so does a new message. */
async function lockConversation(tx: Tx, { tenantId, sessionId }: SessionKey): Promise<void> {
  const key = [tenantId, sessionId];
  const [session] = await tx.rows<{ erased_at: number | null }>(
    `SELECT erased_at FROM visitor_sessions
     WHERE tenant_id = ? AND session_id = ?${forUpdate(tx.dialect)}`,
    key,
  );
  if (!session) throw new AppError('not_found');
  if (session.erased_at !== null)
    throw new AppError('state_conflict', {
      message: "This visitor's data is erased: there is nothing to remove.",
    });
  // Locked before the conversation's callbacks, in the same order as a replay does.
  await tx.rows(
    `SELECT session_id FROM conversations
     WHERE tenant_id = ? AND session_id = ?${forUpdate(tx.dialect)}`,
    key,
  );
}

async function findMessage(
  tx: Tx,
  { tenantId, sessionId, messageId }: MessagePlace,
): Promise<Message> {
  const [row] = await tx.rows<MessageRow>(
    `SELECT ${listColumns(MESSAGES)} FROM messages
     WHERE tenant_id = ? AND session_id = ? AND message_id = ?${forUpdate(tx.dialect)}`,
    [tenantId, sessionId, messageId],
  );
  if (!row) throw new AppError('not_found');
  return messageOf(row);
}

/** Clears the list's preview if it shows this message, the last one that is not the relay's own line. */
async function removePreview(tx: Tx, { tenantId, sessionId }: SessionKey, seq: number) {
  await tx.run(
    `UPDATE conversations SET last_said_preview = '', last_said_file = NULL
     WHERE tenant_id = ? AND session_id = ? AND NOT EXISTS (
       SELECT 1 FROM messages m WHERE m.tenant_id = conversations.tenant_id
         AND m.session_id = conversations.session_id AND m.seq > ? AND m.sender <> 'system')`,
    [tenantId, sessionId, seq],
  );
}

/** Removes the bot's suggestion if it was made after this question. */
async function removeSuggestion(
  tx: Tx,
  { tenantId, conversationId }: MessagePlace,
  { sender, createdAt }: Message,
): Promise<boolean> {
  if (sender !== 'visitor') return false;
  const removed = await tx.run(
    'DELETE FROM suggestions WHERE tenant_id = ? AND conversation_id = ? AND created_at >= ?',
    [tenantId, conversationId, createdAt],
  );
  return removed > 0;
}

/** Withdraws mails with this reply that are not sent yet; they are made again without it. */
async function withdrawMails(
  tx: Tx,
  { tenantId, sessionId }: SessionKey,
  { seq, createdAt }: Message,
  now: number,
): Promise<void> {
  const mails = await tx.rows<{ mail_id: string }>(
    `SELECT v.mail_id FROM visitor_mails v JOIN mails m ON m.mail_id = v.mail_id
     WHERE v.tenant_id = ? AND v.session_id = ? AND v.kind = 'answer' AND v.token_hash IS NOT NULL
       AND v.queued_at >= ?`,
    [tenantId, sessionId, createdAt],
  );
  if (mails.length === 0) return;
  const ids = mails.map(({ mail_id: id }) => id);
  const inList = `mail_id IN ${placeholders(1, ids.length)}`;
  await tx.run(`DELETE FROM mails WHERE ${inList}`, ids);
  await tx.run(`DELETE FROM visitor_mails WHERE tenant_id = ? AND ${inList}`, [tenantId, ...ids]);
  await tx.run('DELETE FROM awaited_answers WHERE tenant_id = ? AND session_id = ?', [
    tenantId,
    sessionId,
  ]);
  await insertRows(tx, AWAITED_ANSWERS, [
    { tenant_id: tenantId, session_id: sessionId, seq, answered_at: now, due_at: now },
  ]);
}
