import type { DeskRelay } from '@chat-relay/desk/relay/routes';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';

export interface SentFile extends AttachmentView {
  seq: number;
}

/** The number of pages of messages that are read, from the latest. */
const MOST_PAGES = 20;

/** Lists the files of a conversation, the oldest first. */
export async function filesOf(
  relay: Pick<DeskRelay, 'messages'>,
  conversationId: string,
  isEnough: (file: SentFile) => boolean = () => false,
): Promise<SentFile[]> {
  let files: SentFile[] = [];
  let before: { before_seq: number } | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { messages, has_more } = await relay.messages(conversationId, before);
    const found = messages.flatMap(({ seq, attachments = [] }) =>
      attachments.map((file) => ({ seq, ...file })),
    );
    files = [...found, ...files];
    const [first] = messages;
    if (!has_more || !first || found.some(isEnough)) break;
    before = { before_seq: first.seq };
  }
  return files;
}
