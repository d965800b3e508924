import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Removes a message permanently: its place stays, its text and files don't. */
export async function removeMessage(
  options: GlobalOptions,
  conversation_id: string,
  message_id: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { message } = await api.post('console/remove/message', {
    conversation_id,
    message_id,
  });
  printResult(options.json, { message }, () => 'Removed: its words and files are deleted.');
}
