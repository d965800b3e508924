import type { VisitorFrame } from '@chat-relay/widget-sdk/frames';
import type { Limits } from '../limits';
import type { SessionBudget } from './session-budgets';
import { TokenBucket } from './token-bucket';

/** What becomes of a frame. `drop`: nothing is said. `flood`: the socket has had its warnings. */
export type FrameVerdict =
  | { kind: 'pass' }
  | { kind: 'drop' }
  | { kind: 'refuse'; retryAfterMs: number; isFlood: boolean };

const TYPING_PER_S = 2;
/** Pings, reads and the like: more than any client needs. */
const CONTROL_PER_S = 10;
const CONTROL_BURST = 40;
const MAX_REFUSED_PER_MINUTE = 50;
const MAX_BAD_FRAMES = 10;

/** How much one visitor's socket may say. */
export class FrameBudget {
  readonly #messages: TokenBucket;
  readonly #controls: TokenBucket;
  readonly #typings: TokenBucket;
  #badFrames = 0;
  #refused = 0;
  #refusedSince = 0;

  constructor(limits: Limits, now: number) {
    const { socket_messages_per_s: perSecond, socket_messages_burst: burst } = limits;
    this.#messages = new TokenBucket(perSecond, burst, now);
    this.#controls = new TokenBucket(CONTROL_PER_S, CONTROL_BURST, now);
    this.#typings = new TokenBucket(TYPING_PER_S, TYPING_PER_S, now);
  }

  /** A sync that passes runs until the session's budget is told of its end. */
  take(frame: VisitorFrame, session: SessionBudget, now: number): FrameVerdict {
    switch (frame.type) {
      case 'typing':
        return this.#typings.take(now) ? PASS : { kind: 'drop' };
      case 'msg':
        // What the socket's own bucket refuses costs the session's other sockets nothing.
        if (!this.#messages.take(now)) return this.#refuse(this.#messages.waitMs(), now);
        return session.messages.take(now) ? PASS : this.#refuse(session.messages.waitMs(), now);
      case 'sync':
        return session.beginSync(now) ? PASS : this.#refuse(session.syncWaitMs(), now);
      default:
        return this.#controls.take(now) ? PASS : this.#refuse(this.#controls.waitMs(), now);
    }
  }

  /** Counts a frame that was no frame; true when there were too many. */
  noteBad(): boolean {
    return ++this.#badFrames >= MAX_BAD_FRAMES;
  }

  /** Counts a frame that had to be answered though nothing came of it; true on a flood of them. */
  noteUseless(now: number): boolean {
    return !this.#controls.take(now) && this.#countRefused(now);
  }

  #refuse(retryAfterMs: number, now: number): FrameVerdict {
    return { kind: 'refuse', retryAfterMs, isFlood: this.#countRefused(now) };
  }

  #countRefused(now: number): boolean {
    if (now - this.#refusedSince > 60_000) {
      this.#refusedSince = now;
      this.#refused = 0;
    }
    return ++this.#refused > MAX_REFUSED_PER_MINUTE;
  }
}

const PASS: FrameVerdict = { kind: 'pass' };
