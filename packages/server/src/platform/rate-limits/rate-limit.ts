import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, type PlainCode } from '../errors';
import type { Limits, RateLimitName } from '../settings/limits';
import { rateKey } from './client-address';
import { createCounter, type Counter, type SharedRedis } from './shared-counter';

export interface RateLimiter {
  /**
   * Counts one use; `subject` is an address or a tenant's id.
   * @throws {AppError} rate_limited, with the seconds to wait
   */
  consume(name: RateLimitName, subject: string): Promise<void>;
}

const WINDOW_S = 60;

export function createRateLimiter(limits: Limits, redis: SharedRedis | null): RateLimiter {
  const limiters = new Map<RateLimitName, Counter>();
  const limiterFor = (name: RateLimitName) => {
    const known = limiters.get(name);
    if (known) return known;
    const made = createCounter(name, limits[name], WINDOW_S, redis);
    limiters.set(name, made);
    return made;
  };
  return {
    consume: (name, subject) =>
      consume(
        limiterFor(name),
        name.endsWith('_per_ip') ? rateKey(subject) : subject,
        'rate_limited',
      ),
  };
}

export async function consume(counter: Counter, key: string, code: PlainCode): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError(code, { retryAfterS: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
  }
}
