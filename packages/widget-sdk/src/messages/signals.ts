import type { Connection } from '../connection/connection';
import type { SenderKind, TypingState } from '../frames';
import type { Store } from '../store';
import { createTimers } from '../connection/timers';

/** In ms. PROTOCOL allows 2 frames a second; one every 3 s keeps the other side's display of 6 s alive. */
const TYPING_REPEAT_MS = 3000;
const TYPING_SHOWN_MS = 6000;
const READ_THROTTLE_MS = 1000;

/** Frames in both directions that are no messages: typing, read watermarks, the request for a person. */
export interface Signals {
  /** Reports that the visitor is typing, or has stopped. */
  type(isTyping: boolean): void;
  /** Shows that the other side is typing; hides it when it stops or its message arrives. */
  hear(kind: SenderKind, state: TypingState): void;
  /** Reports how far the visitor has read, at most once a second, unless the relay knows. */
  tellRead(): void;
  /** Asks for a person, repeatedly, until the conversation is in the operators' queue or has an operator. */
  escalate(): void;
  /** Stops asking once the conversation is in the queue or has an operator. */
  checkWish(): void;
  /** A socket is open: reports what the relay doesn't know yet. */
  open(readSeq: number): void;
  /** The socket is lost, and with it what the relay knew. */
  close(): void;
  /** The session has ended, and with it the request for a person. */
  forget(): void;
}

/** These frames have no ack: what still applies is sent again over the next socket. */
export function createSignals(store: Store, send: Connection['send']): Signals {
  const timers = createTimers();
  /** The time of the last typing frame; the relay shows it for 6 s. */
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
      store.set({ typing: null, draft: null });
    },
    forget() {
      isHumanWanted = false;
    },
  };
}
