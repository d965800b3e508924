/** Lets `burst` through at once and then `perSecond`; what is over is refused, not queued. */
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

  /** How long until the next one passes. */
  waitMs(): number {
    return Math.max(0, Math.ceil(((1 - this.#tokens) / this.#perSecond) * 1000));
  }

  #fill(now: number): void {
    const gained = Math.max(0, (now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#filledAt = now;
  }
}
