import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';

export const AUDIT_ENTRIES = defineTable('audit_entries', ['entry_id'], {
  entry_id: text(),
  workspace_id: orNull(text()),
  action: text(),
  actor_account_id: orNull(text()),
  actor_name: orNull(text()),
  ip: orNull(text()),
  subject: orNull(text()),
  details: text(),
  created_at: integer(),
});
export type AuditEntryRow = RowOf<typeof AUDIT_ENTRIES>;
