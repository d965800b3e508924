import { defineTable, text } from '../platform/storage/table';

/** Deleted conversations whose other rows are still being deleted. */
export const REMOVED_CONVERSATIONS = defineTable(
  'removed_conversations',
  ['tenant_id', 'session_id'],
  { tenant_id: text(), session_id: text(), conversation_id: text() },
);
