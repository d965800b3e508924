import type { VisitorFrame } from '@chat-relay/widget-sdk/frames';
import type { Limits } from '../../config/limits';
import type { SessionBudget } from './session-budgets';
import { TokenBucket } from './token-bucket';

/** What becomes of a frame. `drop`: nothing is said. `flood`: the socket has had its warnings. */
export type FrameVerdict = { kind: 'pass' } | { kind: 'drop' } | Refusal;

export interface Refusal {
  kind: 'refuse';
  retryAfterMs: number;
  isFlood: boolean;
}

/** All frames of a socket together, WebSocket pings included. */
export const FRAMES_PER_S = 20;
export const FRAMES_BURST = 60;
/** Whoever raises the message bucket raises that of all frames with it. */
const FRAMES_PER_MESSAGE_A_S = 4;
const FRAMES_PER_MESSAGE_AT_ONCE = 3;
const TYPING_PER_S = 2;
const MAX_REFUSED_PER_MINUTE = 50;
const MAX_BAD_FRAMES = 10;

/** How much one visitor's socket may say. */
export class FrameBudget {
  readonly #frames: TokenBucket;
  readonly #messages: TokenBucket;
  readonly #typings: TokenBucket;
  #badFrames = 0;
  #refused = 0;
  #refusedSince = 0;

  constructor(limits: Limits, now: number) {
    const { socket_messages_per_s: perSecond, socket_messages_burst: burst } = limits;
    this.#frames = new TokenBucket(
      Math.max(FRAMES_PER_S, perSecond * FRAMES_PER_MESSAGE_A_S),
      Math.max(FRAMES_BURST, burst * FRAMES_PER_MESSAGE_AT_ONCE),
      now,
    );
    this.#messages = new TokenBucket(perSecond, burst, now);
    this.#typings = new TokenBucket(TYPING_PER_S, TYPING_PER_S, now);
  }

  /** Counts a frame as it comes, before it is parsed. */
  takeAny(now: number): FrameVerdict {
    return this.#frames.take(now) ? PASS : this.#refuse(this.#frames.waitMs(), now);
  }

  /**
   * Counts a good frame by its type. A sync that passes runs until the session's budget is told of
   * its end.
   */
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
        return PASS;
    }
  }

  /** Counts a frame that was no frame; true when there were too many. */
  noteBad(): boolean {
    return ++this.#badFrames >= MAX_BAD_FRAMES;
  }

  #refuse(retryAfterMs: number, now: number): FrameVerdict {
    return { kind: 'refuse', retryAfterMs, isFlood: this.noteRefused(now) };
  }

  /** Counts a refused frame; true on a flood of them. */
  noteRefused(now: number): boolean {
    if (now - this.#refusedSince > 60_000) {
      this.#refusedSince = now;
      this.#refused = 0;
    }
    return ++this.#refused > MAX_REFUSED_PER_MINUTE;
  }
}

const PASS: FrameVerdict = { kind: 'pass' };
