import type { Connection } from '../connection/connection';
import { ChatError, type ChatErrorCode } from '../errors';
import type { ErrorFrame } from '../frames';
import { newId } from './ids';
import { createPace } from '../connection/pace';
import type { ChatStorage } from '../session/storage';
import { createTimers } from '../connection/timers';
import type { Ack, ChatMessage } from '../types';
import type { FromWire } from '../connection/wire';
import { toTime } from '../page-proof';

export interface Outbox {
  /** The messages being sent, in local order; a new array on each change. */
  items(): readonly ChatMessage[];
  /** Loads what an earlier page left unsent. */
  load(): void;
  add(content: string, attachments: ChatMessage['attachments']): Promise<Ack>;
  retry(id: string): Promise<Ack>;
  discard(id: string): void;
  /** A socket is open: sends what waits. */
  open(): void;
  /** The socket is lost: unacknowledged messages wait for the next one. */
  close(): void;
  /** The local copy of a message that is being sent. */
  find(id: string | undefined): ChatMessage | undefined;
  /** Removes a message that the relay has stored; false if it was not being sent. Shown with the next change. */
  settle(ack: Ack): boolean;
  refuse(frame: FromWire<ErrorFrame>): void;
  /** Marks the messages in these states as failed until the visitor retries. */
  fail(states: readonly ChatMessage['state'][], code: ChatErrorCode): void;
  /** Rejects all sends when the chat ends: `reset` also deletes our stored messages, `destroyed` keeps them. */
  end(code: 'reset' | 'destroyed'): void;
}

/** The most waiting messages. Failed ones don't count: the visitor decides about them. */
const MAX_ITEMS = 50;
const MAX_AGE_MS = 48 * 3_600_000;
const ACK_DEADLINE_MS = 10_000;
const REFUSAL_PAUSE_MS = 1000;

interface Waiter {
  resolve(ack: Ack): void;
  reject(error: ChatError): void;
}

/**
 * Messages that the relay has not acknowledged. Each is stored before it is sent, and sent again under its
 * first id until it is acknowledged. So it arrives once, whatever happens.
 */
export function createOutbox(
  storage: ChatStorage,
  key: string,
  { send, probe }: Pick<Connection, 'send' | 'probe'>,
  onChange: () => void,
): Outbox {
  const storageKey = `${key}:outbox`;
  const timers = createTimers();
  const pace = createPace();
  const waiters = new Map<string, Waiter>();
  let items: readonly ChatMessage[] = [];
  let isOpen = false;

  const find = (wanted: string | undefined) => items.find(({ id }) => id === wanted);

  /** Reads stored messages that are not ours: those of other tabs, or of an earlier page. */
  function foreign(): ChatMessage[] {
    const stored = storage.read(storageKey);
    return Array.isArray(stored) ? stored.filter((item) => isMessage(item) && !find(item.id)) : [];
  }

  function keep(next: readonly ChatMessage[]) {
    const others = foreign(); // read before our own change
    items = next;
    storage.write(storageKey, [...others, ...next]);
  }

  function commit(next: readonly ChatMessage[]) {
    keep(next);
    onChange();
  }

  function put(item: ChatMessage, change: Partial<ChatMessage>) {
    commit(items.map((other) => (other.id === item.id ? { ...other, ...change } : other)));
  }

  function enqueue(message: Pick<ChatMessage, 'id' | 'content' | 'attachments'>): Promise<Ack> {
    const { id } = message;
    const acked = new Promise<Ack>((resolve, reject) => waiters.set(id, { resolve, reject }));
    acked.catch(() => undefined); // the snapshot shows the failure, too
    const item = draft({ ...message, createdAt: new Date().toISOString(), error: null });
    commit([...items.filter((other) => other.id !== id), item]);
    if (items.filter(({ error }) => !error).length > MAX_ITEMS) giveUp(item, 'outbox_full');
    flush();
    return acked;
  }

  function giveUp(item: ChatMessage, code: ChatErrorCode) {
    timers.cancel(item.id);
    put(item, { state: 'failed', error: code });
    waiters.get(item.id)?.reject(new ChatError(code));
  }

  function flush() {
    for (const { id } of items) {
      const item = find(id);
      if (item?.state !== 'queued') continue;
      if (Date.now() - toTime(item.createdAt) > MAX_AGE_MS) {
        giveUp(item, 'expired');
        continue;
      }
      if (!isOpen || timers.has('pause')) continue;
      const delayMs = pace.take();
      if (delayMs > 0) timers.set('pause', delayMs, flush);
      else transmit(item);
    }
  }

  function transmit(item: ChatMessage) {
    const { id, content } = item;
    const attachments = item.attachments.map(({ uploadId }) => uploadId);
    // An older relay knows no attachments.
    const files = attachments.length > 0 && { attachments };
    if (!send({ type: 'msg', client_msg_id: id, content, ...files })) return;
    if (item.state !== 'sending') put(item, { state: 'sending' });
    timers.set(item.id, ACK_DEADLINE_MS, () => {
      probe(); // no ack came in time: the socket may be dead
      transmit(item);
    });
  }

  /** Removes a message; false if it was not there. */
  function remove(id: string): boolean {
    const rest = items.filter((item) => item.id !== id);
    if (rest.length === items.length) return false;
    timers.cancel(id);
    keep(rest);
    return true;
  }

  return {
    items: () => items,
    load() {
      items = [...foreign().map(draft), ...items];
      onChange();
      flush();
    },
    add: (content, attachments) => enqueue({ id: newId(), content, attachments }),
    retry(id) {
      const item = find(id);
      if (item?.state !== 'failed') throw new TypeError(`not failed: ${id}`);
      return enqueue(item);
    },
    discard(id) {
      if (!remove(id)) return;
      waiters.get(id)?.reject(new ChatError('reset'));
      onChange();
    },
    open() {
      isOpen = true;
      flush();
    },
    close() {
      isOpen = false;
      timers.clear();
      if (items.length > 0) commit(items.map(draft));
    },
    find,
    settle(ack) {
      waiters.get(ack.id)?.resolve(ack);
      waiters.delete(ack.id);
      return remove(ack.id);
    },
    refuse({ clientMsgId, code, retryable, retryAfterMs = REFUSAL_PAUSE_MS }) {
      const item = find(clientMsgId);
      if (!item) return;
      timers.cancel(item.id);
      if (!retryable) return giveUp(item, code);
      put(item, { state: 'queued' });
      // The whole outbox waits: later messages must not overtake this one.
      timers.set('pause', retryAfterMs, flush);
    },
    fail(states, code) {
      for (const item of items) if (states.includes(item.state)) giveUp(item, code);
    },
    end(code) {
      timers.clear();
      for (const waiter of waiters.values()) waiter.reject(new ChatError(code));
      waiters.clear();
      if (code === 'reset') storage.write(storageKey, foreign()); // other tabs forget their own
      items = [];
      onChange();
    },
  };
}

/** A message that has not been sent yet. */
function draft({
  id,
  content,
  attachments,
  createdAt,
  error,
}: Pick<ChatMessage, 'id' | 'content' | 'attachments' | 'createdAt' | 'error'>): ChatMessage {
  return {
    id,
    seq: null,
    messageId: null,
    state: error ? 'failed' : 'queued',
    error,
    sender: { kind: 'visitor', displayName: null },
    content,
    sources: [],
    // A version without files may have stored this message.
    attachments: [attachments ?? []].flat().filter((file) => file?.uploadId),
    removed: false,
    createdAt,
  };
}

/** Checks a stored value, because the storage belongs to the page and may contain anything. */
function isMessage(value: unknown): value is ChatMessage {
  const item = value as Partial<ChatMessage> | null;
  return typeof item?.id === 'string' && typeof item.content === 'string';
}
