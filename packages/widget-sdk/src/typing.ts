import type { SenderKind, TypingState } from './frames';
import { createTimers } from './timers';

/** PROTOCOL: at most 2 frames a second; one every 3 s keeps a 6 s display alive. */
const REPEAT_MS = 3000;
const IDLE_MS = 5000;
const SHOWN_MS = 6000;

export interface Typing {
  /** The visitor types, or stopped. */
  set(isTyping: boolean): void;
  /** The other side types, or stopped, or its message came. */
  receive(kind: SenderKind, state: TypingState): void;
  /** The socket is gone, and with it what was known. */
  clear(): void;
}

/** Typing of both sides: thinned out on the way out, and forgotten by itself on the way in. */
export function createTyping(
  send: (state: TypingState) => void,
  show: (kind: SenderKind | null) => void,
): Typing {
  const timers = createTimers();
  let isTyping = false;

  function stop() {
    timers.cancel('repeat');
    timers.cancel('idle');
    if (isTyping) send('stop');
    isTyping = false;
  }

  return {
    set(next) {
      if (!next) return stop();
      timers.set('idle', IDLE_MS, stop);
      isTyping = true;
      if (timers.has('repeat')) return;
      timers.set('repeat', REPEAT_MS, () => undefined);
      send('start');
    },
    receive(kind, state) {
      timers.cancel('shown');
      if (state === 'start') timers.set('shown', SHOWN_MS, () => show(null));
      show(state === 'start' ? kind : null);
    },
    clear() {
      timers.clear();
      isTyping = false;
      show(null);
    },
  };
}
