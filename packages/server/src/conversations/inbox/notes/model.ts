import { defineTable, integer, text, type RowOf } from '../../../platform/storage/table';

export const NOTES = defineTable('notes', ['tenant_id', 'conversation_id', 'note_id'], {
  tenant_id: text(),
  conversation_id: text(),
  /** Grows with the time: notes are read in the order of their key. */
  note_id: text(),
  operator_id: text(),
  /** The writer's name at that time. */
  operator_display_name: text(),
  content: text(),
  created_at: integer(),
});
/** A text of an operator for colleagues. Visitors never get it. */
export type NoteRow = RowOf<typeof NOTES>;
