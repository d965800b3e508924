/** A prepared answer, field by field, as docs/PROTOCOL.md has it. */
export interface CannedReply {
  canned_reply_id: string;
  workspace_id: string;
  shortcut: string;
  content: string;
  locale?: string;
}
