import type { MessagePage } from './http';
import { createGapWatch } from './gap-watch';
import type { Store } from './store';
import { emptyTimeline, merge, prepend, type Timeline } from './timeline';
import type { ChatMessage } from './types';
import { toMessage, type StoredMessage } from './stored-message';

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

export function createThread(
  store: Store,
  pending: () => readonly ChatMessage[],
  sync: (since: number) => void,
): Thread {
  const watchGap = createGapWatch(() => sync(timeline.cursor));
  let sessionId: string | null = null;
  let timeline: Timeline<StoredMessage> = emptyTimeline();
  let shown: readonly unknown[] = [];

  function publish() {
    const { messages, hasMoreHistory, hasGap } = timeline;
    const { readSeq } = store.get();
    const parts = [messages, pending(), readSeq, hasMoreHistory];
    if (parts.every((part, index) => part === shown[index])) return;
    shown = parts;
    store.set({
      messages: [...messages, ...pending()],
      unread: messages.filter(({ seq, sender }) => seq > readSeq && isForReading[sender.kind])
        .length,
      hasMoreHistory,
    });
    watchGap(hasGap);
  }

  function addPage({ messages, hasMore }: MessagePage) {
    show(prepend(timeline, messages.map(toMessage), hasMore));
  }

  function show(next: Timeline<StoredMessage>) {
    timeline = next;
    publish();
  }

  return {
    sessionId: () => sessionId,
    timeline: () => timeline,
    open(id, lastPage) {
      sessionId = id;
      store.reset();
      // History is put in front of something that begins after it.
      timeline = emptyTimeline(lastPage?.messages.length ? Infinity : 0);
      if (lastPage) addPage(lastPage);
      else publish();
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

/** The relay's own lines say what happens, and need no badge. */
const isForReading = { visitor: false, system: false, bot: true, agent: true };
