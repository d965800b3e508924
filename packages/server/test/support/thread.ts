import type { Message } from '../../src/conversations/rules/state';
import type { MessageRange } from '../../src/conversations/journal/store';

/** The messages of a conversation, `lastSeq` of them at first, read as the store reads them. */
export function createThread(lastSeq: number) {
  const messages: Message[] = [];
  const write = (): Message => {
    const seq = messages.length + 1;
    const message: Message = {
      messageId: `message-${seq}`,
      seq,
      sender: 'visitor',
      senderName: null,
      dedupeKey: `m-${seq}|visitor`,
      content: `text ${seq}`,
      createdAt: seq,
      sources: [],
    };
    messages.push(message);
    return message;
  };
  while (messages.length < lastSeq) write();

  return {
    write,
    read: async ({ afterSeq = 0, beforeSeq = Infinity, limit }: MessageRange) =>
      messages.filter(({ seq }) => seq > afterSeq && seq < beforeSeq).slice(0, limit),
  };
}
