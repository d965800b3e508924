import { iso } from '../../../platform/clock';
import type { Note } from '../../wire';
import type { NoteRow } from './model';

export function noteView(row: NoteRow): Note {
  return {
    note_id: row.note_id,
    operator_id: row.operator_id,
    operator_display_name: row.operator_display_name,
    content: row.content,
    created_at: iso(row.created_at),
  };
}
