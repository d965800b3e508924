import { createTimers } from './timers';

const THROTTLE_MS = 1000;

export interface Watermark {
  /** Tells the relay, unless it knows already. */
  tell(): void;
  /** What the relay knew when the socket was opened. */
  learn(seq: number): void;
}

/** Tells how far the visitor has read: cumulative, and at most once a second. */
export function createWatermark(readSeq: () => number, send: (seq: number) => boolean): Watermark {
  const timers = createTimers();
  let toldSeq = 0;

  function tell() {
    const seq = readSeq();
    if (seq <= toldSeq || timers.has('pause') || !send(seq)) return;
    toldSeq = seq;
    timers.set('pause', THROTTLE_MS, tell);
  }

  return {
    tell,
    learn(seq) {
      toldSeq = seq;
      tell();
    },
  };
}
