import type { Route } from '../../../platform/http/route';
import { consoleRoute } from '../../../workspaces/principal';
import {
  createNoteBody,
  noteAnswer,
  noteBody,
  notesAnswer,
  notesQuery,
  type CreateNoteBody,
  type NoteBody,
  type NotesQuery,
} from './schemas';
import type { Notes } from './service';
import { noteView } from './view';

const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function noteRoutes({ notes }: { notes: Notes }): Route[] {
  return [
    consoleRoute<CreateNoteBody>({
      ...inConsole,
      method: 'POST',
      path: '/console/create/note',
      summary: 'Write a note about a conversation, for operators alone',
      body: createNoteBody,
      answer: noteAnswer,
      status: 201,
      idempotent: { secrets: [] },
      handle: async ({ principal, body }) => ({
        note: noteView(await notes.create(principal, body)),
      }),
    }),
    consoleRoute<Record<string, never>, NotesQuery>({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/notes',
      summary: 'The notes of a conversation, the oldest first',
      query: notesQuery,
      answer: notesAnswer,
      handle: async ({ principal, query }) => {
        const { rows, nextCursor } = await notes.list(principal, query);
        return { notes: rows.map(noteView), next_cursor: nextCursor };
      },
    }),
    consoleRoute<NoteBody>({
      ...inConsole,
      method: 'POST',
      path: '/console/remove/note',
      summary: 'Remove a note: your own, or as an admin any',
      body: noteBody,
      answer: noteAnswer,
      handle: async ({ principal, body }) => ({
        note: noteView(await notes.remove(principal, body)),
      }),
    }),
  ];
}
