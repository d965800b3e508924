import type { Connection } from '../connection/connection';
import type { SenderKind } from '../frames';
import { createGapWatch } from './gap-watch';
import type { MessagePage } from '../session/http';
import type { Store } from '../store';
import { toMessage, type StoredMessage } from './stored-message';
import { emptyTimeline, hasGap, merge, prepend, type Timeline } from './timeline';
import type { ChatMessage } from '../types';

/** The messages of the shown session: stored ones, and those being sent. */
export interface Thread {
  /** The shown session; null until there is one. */
  sessionId(): string | null;
  timeline(): Timeline<StoredMessage>;
  /** Starts over with another session and its last page of messages, or with none. */
  open(sessionId: string | null, lastPage?: MessagePage): void;
  /** Shows this timeline; false if it is shown already. */
  show(timeline: Timeline<StoredMessage>): boolean;
  /** Adds a message; false if it was there. */
  add(message: StoredMessage): boolean;
  prepend(page: MessagePage): boolean;
  edit(change: (message: StoredMessage) => StoredMessage): void;
  /** Moves the visitor's read watermark forward; false if it was there. */
  read(seq: number): boolean;
  /** Brings the snapshot up to date. */
  publish(): void;
  /** Asks for missing messages after this many ms, if any are missing. */
  sync(delayMs?: number): void;
}

/** The relay's own lines report events and need no badge. */
const FOR_READING: readonly SenderKind[] = ['bot', 'agent'];

export function createThread(
  store: Store,
  pending: () => readonly ChatMessage[],
  send: Connection['send'],
): Thread {
  const watchGap = createGapWatch(
    () => hasGap(timeline),
    () => send({ type: 'sync', since: timeline.cursor }),
  );
  let sessionId: string | null = null;
  let timeline: Timeline<StoredMessage> = emptyTimeline();

  function publish() {
    const { messages, base } = timeline;
    const { readSeq, session } = store.get();
    const unread = messages.filter(
      ({ seq, sender, removed }) =>
        session && !removed && seq > readSeq && FOR_READING.includes(sender.kind),
    );
    store.set({
      messages: [
        ...messages,
        ...pending().filter((item) => messages.every(({ id }) => id !== item.id)),
      ],
      unread: unread.length,
      hasMoreHistory: base > 0,
    });
    watchGap();
  }

  function show(next: Timeline<StoredMessage>): boolean {
    if (next === timeline) return false;
    timeline = next;
    publish();
    return true;
  }

  function addPage({ messages }: MessagePage): boolean {
    return show(prepend(timeline, messages.map(toMessage)));
  }

  return {
    sessionId: () => sessionId,
    timeline: () => timeline,
    open(id, lastPage = { messages: [] }) {
      sessionId = id;
      store.reset();
      timeline = emptyTimeline();
      if (!addPage(lastPage)) publish();
    },
    show,
    add: (message) => show(merge(timeline, [message])),
    prepend: addPage,
    edit: (change) => void show({ ...timeline, messages: timeline.messages.map(change) }),
    read(seq) {
      if (seq <= store.get().readSeq) return false;
      store.set({ readSeq: seq });
      publish();
      return true;
    },
    publish,
    sync: watchGap,
  };
}
