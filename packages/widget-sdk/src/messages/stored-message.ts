import type { SenderKind } from '../frames';
import type { Ack, ChatMessage } from '../types';

/** A message the relay holds; for the visitor's own it is the ack as well. */
export type StoredMessage = ChatMessage & Ack;

/** What the relay says of a message, or an ack and what was sent say together. */
interface MessageSource extends Omit<Ack, 'id'> {
  clientMsgId?: string;
  sender: { kind: SenderKind; displayName?: string | null };
  content: string;
}

/** A message as the page sees it. */
export function toMessage(view: MessageSource): StoredMessage {
  const { messageId, clientMsgId, seq, sender, content, createdAt } = view;
  return {
    id: clientMsgId ?? messageId,
    seq,
    messageId,
    state: 'sent',
    error: null,
    sender: { displayName: null, ...sender },
    content,
    createdAt,
  };
}
