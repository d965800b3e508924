import type { CannedReplyRow } from './model';

export function cannedReplyView(row: CannedReplyRow): object {
  return {
    canned_reply_id: row.canned_reply_id,
    workspace_id: row.workspace_id,
    shortcut: row.shortcut,
    content: row.content,
    ...(row.locale !== null && { locale: row.locale }),
  };
}
