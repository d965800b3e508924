import type { DeskRelay } from './relay/routes';

/** Shows the visitor that an operator is typing, at most every few seconds. A lost signal does no harm. */
export interface TypingSignal {
  touch(conversationId: string): void;
  stop(): void;
}

const REPEAT_MS = 3_000;
const IDLE_MS = 5_000;

export function createTypingSignal(relay: DeskRelay): TypingSignal {
  let current: { id: string; sentAt: number } | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  const tell = (id: string, state: 'start' | 'stop'): void => {
    relay.typing(id, state).catch(() => {});
  };
  const stop = (): void => {
    clearTimeout(idleTimer);
    if (current) tell(current.id, 'stop');
    current = null;
  };
  return {
    touch: (id) => {
      if (current && current.id !== id) stop();
      if (!current || Date.now() - current.sentAt >= REPEAT_MS) {
        current = { id, sentAt: Date.now() };
        tell(id, 'start');
      }
      clearTimeout(idleTimer);
      idleTimer = setTimeout(stop, IDLE_MS);
    },
    stop,
  };
}
