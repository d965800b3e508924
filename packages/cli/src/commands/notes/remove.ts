import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

export async function removeNote(
  options: GlobalOptions,
  conversation_id: string,
  note_id: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { note } = await api.post('console/remove/note', {
    conversation_id,
    note_id,
  });
  printResult(options.json, { note }, () => `Removed note ${note.note_id}.`);
}
