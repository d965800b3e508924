import { requireLogin } from '../../session/context';
import { sanitiseLine } from '../../terminal/sanitise';
import { printList, type ListOptions } from '../print-list';

export async function listNotes(options: ListOptions, conversationId: string): Promise<void> {
  const { api } = requireLogin(options);
  await printList(
    api,
    {
      route: 'console/fetch/notes',
      plural: 'notes',
      query: { conversation_id: conversationId },
      columns: {
        WRITTEN: (note) => note.created_at,
        BY: (note) => note.operator_display_name,
        NOTE: (note) => sanitiseLine(note.content),
        ID: (note) => note.note_id,
      },
    },
    options,
  );
}
