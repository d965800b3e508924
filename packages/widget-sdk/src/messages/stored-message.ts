import type { SenderKind } from '../frames';
import type { Ack, ChatMessage } from '../types';

/** A message that the relay has stored; for the visitor's own it is also the ack. */
export type StoredMessage = ChatMessage & Ack;

/** The data of a message: a view of the relay, or an ack together with what was sent. */
interface MessageSource extends Omit<Ack, 'id'> {
  clientMsgId?: string;
  sender: { kind: SenderKind; displayName?: string | null };
  content: string;
  sources?: ChatMessage['sources'];
  attachments?: ChatMessage['attachments'];
  removed?: boolean;
}

export function toMessage(view: MessageSource): StoredMessage {
  const { messageId, clientMsgId, seq, sender, content, createdAt } = view;
  const { sources = [], attachments = [], removed = false } = view;
  const message: StoredMessage = {
    id: clientMsgId ?? messageId,
    seq,
    messageId,
    state: 'sent',
    error: null,
    sender: { displayName: null, ...sender },
    content,
    sources,
    attachments,
    removed,
    createdAt,
  };
  return removed ? withoutContent(message) : message;
}

/** The message after its removal: its place, without its content. */
export function withoutContent(message: StoredMessage): StoredMessage {
  return { ...message, content: '', sources: [], attachments: [], removed: true };
}
