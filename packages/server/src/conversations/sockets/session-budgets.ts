import type { Limits } from '../../config/limits';
import { TokenBucket } from './token-bucket';

/** How much all sockets of one visitor session on this node may send together. */
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

/** For a sync that has to wait for another one, and not for its bucket. */
const RUNNING_SYNC_WAIT_MS = 1_000;

/**
 * The budgets by session. They outlive the sockets until they are full again, so that opening
 * another socket gains nothing.
 */
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

  /** Forgets the budgets that a new one would equal. */
  sweep(now: number): void {
    for (const [sessionId, budget] of this.#budgets) {
      if (budget.isUnused(now)) this.#budgets.delete(sessionId);
    }
  }
}
