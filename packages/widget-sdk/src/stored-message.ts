import type { MessageView } from './frames';
import type { Ack, ChatMessage } from './types';
import type { FromWire } from './wire';

export type StoredMessage = ChatMessage & { readonly seq: number };

/** A message as the page sees it. */
export function toMessage(view: FromWire<MessageView>): StoredMessage {
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

/** That this message of the visitor's is stored, whatever frame says so. */
export function toAck({ id, messageId, seq, createdAt }: Ack): Ack {
  return { id, messageId, seq, createdAt };
}
