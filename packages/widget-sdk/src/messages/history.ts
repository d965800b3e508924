import type { Session } from '../session/session';
import type { Thread } from './thread';

/** Returns the function that loads the page before the first message; one at a time. */
export function createHistory(session: Session, thread: Thread): () => Promise<void> {
  let reading: Promise<void> | null = null;

  async function read() {
    const { base } = thread.timeline();
    const sessionId = thread.sessionId();
    if (base === 0) return;
    const page = await session.history(base + 1);
    if (thread.sessionId() === sessionId && thread.timeline().base === base) thread.prepend(page);
  }

  return () => (reading ??= read().finally(() => (reading = null)));
}
