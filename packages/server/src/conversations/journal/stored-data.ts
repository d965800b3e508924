import { rowsOf, type StoredData } from '../../platform/storage/stored-data';
import { CONVERSATIONS, MESSAGES, REMOVED_MESSAGES, TICKETS } from './model';
import { SUGGESTIONS } from './suggestions';

/** Erases the text of messages and previews. The rows of an erased visitor's messages and conversations remain. */
export const conversationsData: StoredData = {
  ofTenant: [MESSAGES, REMOVED_MESSAGES, SUGGESTIONS, TICKETS, CONVERSATIONS],
  ofConversation: [
    { table: MESSAGES, of: 'session', isChangedByErasure: true },
    { table: REMOVED_MESSAGES, of: 'session' },
    { table: SUGGESTIONS, of: 'conversation' },
    { table: TICKETS, of: 'conversation', isChangedByErasure: true },
  ],
  onErased: async (tx, erased) => {
    const ofSessions = rowsOf({ of: 'session' }, erased);
    if (!ofSessions) return;
    // The dedupe key contains the client_msg_id, which the page chose.
    await tx.run(
      `UPDATE messages SET content = '', dedupe_key = NULL, sources = NULL, attachments = NULL
       WHERE ${ofSessions.where}`,
      ofSessions.params,
    );
    const ofConversations = rowsOf({ of: 'conversation' }, erased);
    if (!ofConversations) return;
    await tx.run(
      `UPDATE conversations SET last_said_preview = '', last_said_file = NULL, rating = NULL,
         tags = NULL WHERE ${ofSessions.where}`,
      ofSessions.params,
    );
    // The visitor can't be reached any more: the conversation leaves the queue and its operator.
    await tx.run(
      `UPDATE conversations SET status = 'RESOLVED', owner_epoch = owner_epoch + 1, resolved_at = ?,
         operator_id = NULL, operator_display_name = NULL, waiting_since = NULL,
         awaiting_bot_since = NULL, snoozed_until = NULL, unread_for = NULL
       WHERE ${ofSessions.where} AND status <> 'RESOLVED'`,
      [erased.now, ...ofSessions.params],
    );
    await tx.run(
      `UPDATE tickets SET status = 'RESOLVED', resolved_at = ?
       WHERE ${ofConversations.where} AND status <> 'RESOLVED'`,
      [erased.now, ...ofConversations.params],
    );
  },
};
