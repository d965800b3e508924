import Joi from 'joi';
import {
  content,
  name,
  objectId,
  page,
  time,
  uuid,
  type Page,
} from '../../../platform/http/fields';
import { pageAnswer } from '../../../platform/http/paging';
import type { Note } from '../../wire';
import { MAX_MENTIONED } from './mentions';

export interface CreateNoteBody {
  conversation_id: string;
  content: string;
  /** Operators to mention. Left out: those whose names follow an `@` in the content. */
  operator_ids?: string[];
}

export const createNoteBody = Joi.object<CreateNoteBody>({
  conversation_id: objectId.required(),
  content: content.required(),
  operator_ids: Joi.array().items(uuid).unique().max(MAX_MENTIONED),
});

export interface NoteBody {
  conversation_id: string;
  note_id: string;
}

export const noteBody = Joi.object<NoteBody>({
  conversation_id: objectId.required(),
  note_id: uuid.required(),
});

export interface NotesQuery extends Page {
  conversation_id: string;
}

export const notesQuery = Joi.object<NotesQuery>({
  conversation_id: objectId.required(),
  ...page,
});

const noteShape = Joi.object<Note, true>({
  note_id: uuid.required(),
  operator_id: uuid.required(),
  operator_display_name: name.required(),
  content: content.required(),
  created_at: time.required(),
}).id('Note');

export const noteAnswer = Joi.object<{ note: Note }, true>({ note: noteShape.required() });
export const notesAnswer = pageAnswer('notes', noteShape);
