import type { MessagePage } from './http';
import type { Session } from './session';
import type { Thread } from './thread';

const PAGE_SIZE = 50;

export interface History {
  lastPage(): Promise<MessagePage>;
  /** Puts the page before the first message in front; one at a time. */
  more(): Promise<void>;
}

/** The messages that were there before, page by page. */
export function createHistory(session: Session, thread: Thread): History {
  let reading: Promise<void> | null = null;

  const fetchPage = (range: { before_seq?: number }) =>
    session.call('fetch/messages', { query: { ...range, limit: PAGE_SIZE } });

  async function read() {
    const { base } = thread.timeline();
    const sessionId = thread.sessionId();
    const page = await fetchPage({ before_seq: base + 1 });
    if (thread.sessionId() === sessionId && thread.timeline().base === base) thread.prepend(page);
  }

  return {
    lastPage: () => fetchPage({}),
    async more() {
      if (!thread.timeline().hasMoreHistory) return;
      reading ??= read().finally(() => (reading = null));
      await reading;
    },
  };
}
