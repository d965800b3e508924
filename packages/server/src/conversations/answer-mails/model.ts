import type { VisitorMailKind } from '../../platform/mail/kinds';
import { defineTable, integer, orNull, text, type RowOf } from '../../platform/storage/table';

/** Mails about a conversation that were queued for its visitor, with their links. */
export const VISITOR_MAILS = defineTable('visitor_mails', ['tenant_id', 'mail_id'], {
  tenant_id: text(),
  mail_id: text(),
  session_id: text(),
  kind: text<VisitorMailKind>(),
  recipient_hash: text(),
  /** Address that is confirmed when the link is followed; null in mails from an earlier version of the relay. */
  recipient: orNull(text()),
  /** Null: the mail has no link, or its link no longer works. */
  token_hash: orNull(text()),
  queued_at: integer(),
  expires_at: integer(),
  used_at: orNull(integer()),
});
export type VisitorMailRow = RowOf<typeof VISITOR_MAILS>;

export const MAIL_STOPS = defineTable('mail_stops', ['tenant_id', 'recipient_hash'], {
  tenant_id: text(),
  recipient_hash: text(),
  stopped_at: integer(),
});
