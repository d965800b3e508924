import type { Connection } from './connection';
import type { SenderKind } from './frames';
import { createGapWatch } from './gap-watch';
import type { MessagePage } from './http';
import type { Store } from './store';
import { toMessage, type StoredMessage } from './stored-message';
import { emptyTimeline, hasGap, merge, prepend, type Timeline } from './timeline';
import type { ChatMessage } from './types';

/** The messages of the session that is shown: those stored, and those on their way. */
export interface Thread {
  /** Null until there is one. */
  sessionId(): string | null;
  timeline(): Timeline<StoredMessage>;
  /** Begins anew, with another session and its last page of messages, or with none. */
  open(sessionId: string | null, lastPage?: MessagePage): void;
  show(timeline: Timeline<StoredMessage>): void;
  /** Adds a message; false when it was there. */
  add(message: StoredMessage): boolean;
  prepend(page: MessagePage): void;
  /** Moves the visitor's watermark forward; false when it was there. */
  read(seq: number): boolean;
  /** Brings the snapshot up to date. */
  publish(): void;
}

/** The relay's own lines say what happens, and need no badge. */
const FOR_READING: readonly SenderKind[] = ['bot', 'agent'];

export function createThread(
  store: Store,
  pending: () => readonly ChatMessage[],
  send: Connection['send'],
): Thread {
  const watchGap = createGapWatch(() => send({ type: 'sync', since: timeline.cursor }));
  let sessionId: string | null = null;
  let timeline: Timeline<StoredMessage> = emptyTimeline();

  function publish() {
    const { messages, base } = timeline;
    const { readSeq } = store.get();
    const unread = messages.filter(
      ({ seq, sender }) => seq > readSeq && FOR_READING.includes(sender.kind),
    );
    store.set({
      messages: [...messages, ...pending()],
      unread: unread.length,
      hasMoreHistory: base > 0,
    });
    watchGap(hasGap(timeline));
  }

  function show(next: Timeline<StoredMessage>) {
    timeline = next;
    publish();
  }

  function addPage({ messages }: MessagePage) {
    show(prepend(timeline, messages.map(toMessage)));
  }

  return {
    sessionId: () => sessionId,
    timeline: () => timeline,
    open(id, lastPage = { messages: [] }) {
      sessionId = id;
      store.reset();
      timeline = emptyTimeline();
      addPage(lastPage);
    },
    show,
    add(message) {
      const before = timeline;
      show(merge(timeline, [message]));
      return timeline !== before;
    },
    prepend: addPage,
    read(seq) {
      if (seq <= store.get().readSeq) return false;
      store.set({ readSeq: seq });
      publish();
      return true;
    },
    publish,
  };
}
