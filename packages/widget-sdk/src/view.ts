import type { MessageView } from './frames';
import type { Ack, ChatMessage } from './types';

/** The border between the wire's words and the page's. */

export type StoredMessage = ChatMessage & { readonly seq: number };

export function toMessage(view: MessageView): StoredMessage {
  const { message_id, client_msg_id, seq, sender, content, created_at } = view;
  return {
    id: client_msg_id ?? message_id,
    seq,
    messageId: message_id,
    state: 'sent',
    error: null,
    sender: { kind: sender.kind, displayName: sender.display_name ?? null },
    content,
    createdAt: created_at,
  };
}

export function toAck(frame: {
  client_msg_id: string;
  message_id: string;
  seq: number;
  created_at: string;
}): Ack {
  const { client_msg_id, message_id, seq, created_at } = frame;
  return { id: client_msg_id, messageId: message_id, seq, createdAt: created_at };
}

/**
 * The same value with its keys in camelCase, at every depth. `T` is the caller's word: the pairs
 * of interfaces in `frames` and `types` differ in nothing else.
 */
export function camelize<T>(value: unknown): T {
  if (typeof value !== 'object' || value === null) return value as T;
  const entries = Object.entries(value).map(([key, part]) => [
    key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    camelize(part),
  ]);
  return Object.fromEntries(entries) as T;
}
