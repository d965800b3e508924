import type { Route } from '../../../platform/http/route';
import { consoleRoutesFor } from '../../../workspaces/principal';
import { createNoteBody, noteAnswer, noteBody, notesAnswer, notesQuery } from './schemas';
import type { Notes } from './service';
import { noteView } from './view';
import type { ConversationResponses } from '../../wire';

const consoleRoute = consoleRoutesFor<ConversationResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function noteRoutes({ notes }: { notes: Notes }): Route[] {
  return [
    consoleRoute({
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
    consoleRoute({
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
    consoleRoute({
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
