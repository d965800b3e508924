import type { Connection } from '../connection/connection';
import type { SenderKind, TypingState } from '../frames';
import type { Store } from '../store';
import { createTimers } from '../connection/timers';

/** PROTOCOL: at most 2 frames a second; one every 3 s keeps the other side's 6 s display alive. */
const TYPING_REPEAT_MS = 3000;
const TYPING_SHOWN_MS = 6000;
const READ_THROTTLE_MS = 1000;

/** What both sides tell each other beside messages. */
export interface Signals {
  /** The visitor types, or stopped. */
  type(isTyping: boolean): void;
  /** The other side types, or stopped, or its message came. */
  hear(kind: SenderKind, state: TypingState): void;
  /** Tells how far the visitor has read, unless the relay knows: at most once a second. */
  tellRead(): void;
  /** Asks for a human, until the conversation is in a human's hands or queue. */
  escalate(): void;
  /** Looks whether it is by now. */
  checkWish(): void;
  /** There is a socket: tells what the relay doesn't know yet. */
  open(readSeq: number): void;
  /** The socket is gone, and with it what was known. */
  close(): void;
  /** The session is over, and with it the wish for a human. */
  forget(): void;
}

/** None of these frames has an ack: what still holds is told again over the next socket. */
export function createSignals(store: Store, send: Connection['send']): Signals {
  const timers = createTimers();
  /** When the relay last heard that the visitor types; it shows it for 6 s. */
  let typedAt = -Infinity;
  let toldSeq = 0;
  let isHumanWanted = false;

  function hear(kind: SenderKind, state: TypingState) {
    timers.cancel('shown');
    store.set({ typing: state === 'start' ? kind : null });
    if (state === 'start') timers.set('shown', TYPING_SHOWN_MS, () => hear(kind, 'stop'));
  }

  function tellRead() {
    const { readSeq } = store.get();
    if (readSeq <= toldSeq || timers.has('read') || !send({ type: 'read', seq: readSeq })) return;
    toldSeq = readSeq;
    timers.set('read', READ_THROTTLE_MS, tellRead);
  }

  function checkWish() {
    const status = store.get().conversation?.status;
    if (status === 'WAITING' || status === 'ASSIGNED') isHumanWanted = false;
  }

  function tellWish() {
    checkWish();
    if (isHumanWanted) send({ type: 'escalate' });
  }

  return {
    type(isTyping) {
      const sinceMs = performance.now() - typedAt;
      if (isTyping ? sinceMs < TYPING_REPEAT_MS : sinceMs > TYPING_SHOWN_MS) return;
      typedAt = isTyping ? performance.now() : -Infinity;
      send({ type: 'typing', state: isTyping ? 'start' : 'stop' });
    },
    hear,
    tellRead,
    escalate() {
      isHumanWanted = true;
      tellWish();
    },
    checkWish,
    open(readSeq) {
      toldSeq = readSeq;
      tellRead();
      tellWish();
    },
    close() {
      timers.clear();
      store.set({ typing: null });
    },
    forget() {
      isHumanWanted = false;
    },
  };
}
