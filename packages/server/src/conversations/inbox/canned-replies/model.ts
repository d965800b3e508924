import { defineTable, integer, orNull, text, type RowOf } from '../../../platform/storage/table';

export const CANNED_REPLIES = defineTable('canned_replies', ['canned_reply_id'], {
  canned_reply_id: text(),
  workspace_id: text(),
  /** What an operator types to insert it; unique in its workspace. */
  shortcut: text(),
  content: text(),
  /** Null: for every language. */
  locale: orNull(text()),
  created_at: integer(),
});
/** A prepared answer of operators. */
export type CannedReplyRow = RowOf<typeof CANNED_REPLIES>;
