import { iso } from '../../../platform/clock';
import type { NoteRow } from './model';

/** For operators, and for the export of a visitor's data. */
export interface NoteView {
  note_id: string;
  operator_id: string;
  operator_display_name: string;
  content: string;
  created_at: string;
}

export function noteView(row: NoteRow): NoteView {
  return {
    note_id: row.note_id,
    operator_id: row.operator_id,
    operator_display_name: row.operator_display_name,
    content: row.content,
    created_at: iso(row.created_at),
  };
}
