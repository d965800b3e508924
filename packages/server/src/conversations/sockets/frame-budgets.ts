import type { VisitorFrame } from '@chat-relay/widget-sdk/frames';
import type { Limits } from '../../platform/settings/limits';

/** Outcome for a frame. `drop`: it is ignored. `isFlood`: the socket has had its warnings. */
export type FrameOutcome = { kind: 'pass' } | { kind: 'drop' } | Refusal;

export interface Refusal {
  kind: 'refuse';
  retryAfterMs: number;
  isFlood: boolean;
}

/** Limits of all frames of a socket, including WebSocket pings. */
export const FRAMES_PER_S = 20;
export const FRAMES_BURST = 60;
/** Raising the message bucket also raises the bucket of all frames. */
const FRAMES_PER_MESSAGE_A_S = 4;
const FRAMES_PER_MESSAGE_AT_ONCE = 3;
const TYPING_PER_S = 2;
const CONTACTS_PER_S = 0.2;
const CONTACTS_BURST = 5;
const PAGES_PER_S = 1;
const MAX_REFUSED_PER_MINUTE = 50;
const MAX_BAD_FRAMES = 10;

export class FrameBudget {
  readonly #frames: TokenBucket;
  readonly #messages: TokenBucket;
  readonly #typings: TokenBucket;
  readonly #contacts: TokenBucket;
  readonly #pages: TokenBucket;
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
    this.#contacts = new TokenBucket(CONTACTS_PER_S, CONTACTS_BURST, now);
    this.#pages = new TokenBucket(PAGES_PER_S, PAGES_PER_S, now);
  }

  /** Counts a received frame before it is parsed. */
  takeAny(now: number): FrameOutcome {
    return this.#frames.take(now) ? PASS : this.#refuse(this.#frames.waitMs(), now);
  }

  /** Counts a valid frame by its type. A sync that passes counts as running until `endSync` of the session's budget. */
  take(frame: VisitorFrame, session: SessionBudget, now: number): FrameOutcome {
    switch (frame.type) {
      case 'typing':
        return this.#typings.take(now) ? PASS : { kind: 'drop' };
      case 'page':
        return this.#pages.take(now) ? PASS : { kind: 'drop' };
      case 'msg':
      case 'rate':
        // A message that the socket's own bucket refuses costs the session's other sockets nothing.
        if (!this.#messages.take(now)) return this.#refuse(this.#messages.waitMs(), now);
        return session.messages.take(now) ? PASS : this.#refuse(session.messages.waitMs(), now);
      case 'contact':
        return this.#contacts.take(now) ? PASS : this.#refuse(this.#contacts.waitMs(), now);
      case 'sync':
        return session.beginSync(now) ? PASS : this.#refuse(session.syncWaitMs(), now);
      default:
        return PASS;
    }
  }

  /** Counts an invalid frame; true if there were too many. */
  noteBad(): boolean {
    return ++this.#badFrames >= MAX_BAD_FRAMES;
  }

  #refuse(retryAfterMs: number, now: number): FrameOutcome {
    return { kind: 'refuse', retryAfterMs, isFlood: this.noteRefused(now) };
  }

  /** Counts a refused frame; true if there was a flood. */
  noteRefused(now: number): boolean {
    if (now - this.#refusedSince > 60_000) {
      this.#refusedSince = now;
      this.#refused = 0;
    }
    return ++this.#refused > MAX_REFUSED_PER_MINUTE;
  }
}

const PASS: FrameOutcome = { kind: 'pass' };

/** The limits of all sockets of one visitor session on this node together. */
export class SessionBudget {
  readonly messages: TokenBucket;
  readonly #syncs: TokenBucket;
  #isSyncing = false;

  constructor(limits: Limits, now: number) {
    this.messages = new TokenBucket(
      limits.session_messages_per_s,
      limits.session_messages_burst,
      now,
    );
    this.#syncs = new TokenBucket(limits.sync_per_s, limits.sync_burst, now);
  }

  /** True: the sync may run, until `endSync`. */
  beginSync(now: number): boolean {
    if (this.#isSyncing || !this.#syncs.take(now)) return false;
    this.#isSyncing = true;
    return true;
  }

  endSync(): void {
    this.#isSyncing = false;
  }

  syncWaitMs(): number {
    return this.#syncs.waitMs() || RUNNING_SYNC_WAIT_MS;
  }

  isUnused(now: number): boolean {
    return !this.#isSyncing && this.messages.isFull(now) && this.#syncs.isFull(now);
  }
}

/** Wait of a sync that is refused because another one is running, and not by its bucket. */
const RUNNING_SYNC_WAIT_MS = 1_000;

/** Budgets by session, kept until they are full again: opening another socket gains nothing. */
export class SessionBudgets {
  readonly #limits: Limits;
  readonly #budgets = new Map<string, SessionBudget>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  of(sessionId: string, now: number): SessionBudget {
    const known = this.#budgets.get(sessionId);
    if (known) return known;
    const budget = new SessionBudget(this.#limits, now);
    this.#budgets.set(sessionId, budget);
    return budget;
  }

  /** Drops budgets that equal a new one. */
  sweep(now: number): void {
    for (const [sessionId, budget] of this.#budgets) {
      if (budget.isUnused(now)) this.#budgets.delete(sessionId);
    }
  }
}

/** Lets `burst` through at once and then `perSecond`; the rest is refused, not queued. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = now;
  }

  take(now: number): boolean {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  isFull(now: number): boolean {
    this.#fill(now);
    return this.#tokens === this.#burst;
  }

  waitMs(): number {
    return Math.max(0, Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000));
  }

  #fill(now: number): void {
    const gained = Math.max(0, (now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}
