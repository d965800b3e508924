import { defineTable, integer, text, type RowOf } from '../../../platform/storage/table';

export const NOTES = defineTable('notes', ['tenant_id', 'conversation_id', 'note_id'], {
  tenant_id: text(),
  conversation_id: text(),
  /** Grows with time, so that the order of the key is the order of writing. */
  note_id: text(),
  operator_id: text(),
  /** Name at the time of writing. */
  operator_display_name: text(),
  content: text(),
  created_at: integer(),
});
export type NoteRow = RowOf<typeof NOTES>;
