import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Marks a conversation unread, for this operator only. */
export async function markUnread(options: GlobalOptions, conversation_id: string): Promise<void> {
  const { api } = requireLogin(options);
  const { conversation } = await api.post('console/unread/conversation', {
    conversation_id,
  });
  printResult(options.json, { conversation }, () => 'Marked unread, for you alone.');
}
