import { defineTable, integer, orNull, text, type RowOf } from '../../../platform/storage/table';

export const CANNED_REPLIES = defineTable('canned_replies', ['canned_reply_id'], {
  canned_reply_id: text(),
  workspace_id: text(),
  /** Text that an operator types to insert the reply; unique in its workspace. */
  shortcut: text(),
  content: text(),
  /** Null: for every language. */
  locale: orNull(text()),
  created_at: integer(),
});
export type CannedReplyRow = RowOf<typeof CANNED_REPLIES>;
