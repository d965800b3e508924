import type { CannedReplyRow } from './model';
import type { CannedReply } from './wire';

export function cannedReplyView(row: CannedReplyRow): CannedReply {
  return {
    canned_reply_id: row.canned_reply_id,
    workspace_id: row.workspace_id,
    shortcut: row.shortcut,
    content: row.content,
    ...(row.locale !== null && { locale: row.locale }),
  };
}
