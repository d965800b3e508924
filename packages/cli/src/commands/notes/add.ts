import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Writes a note about a conversation. */
export async function addNote(
  options: GlobalOptions,
  conversation_id: string,
  content: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { note } = await api.post('console/create/note', {
    conversation_id,
    content,
  });
  printResult(options.json, { note }, () => `Added note ${note.note_id}. Visitors don't see it.`);
}
