import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Snoozes a conversation until a time; `none` ends that. */
export async function snooze(
  options: GlobalOptions,
  conversation_id: string,
  until: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { conversation } = await api.post('console/snooze/conversation', {
    conversation_id,
    until: until === 'none' ? null : until,
  });
  printResult(options.json, { conversation }, () =>
    conversation.snoozed_until
      ? `Snoozed until ${conversation.snoozed_until}, or the visitor's next message.`
      : 'It is in the lists again.',
  );
}
