import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClientType } from 'redis';

export interface Counter {
  /** @throws {RateLimiterRes} when the points are used up */
  consume(key: string): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
}

/** The Redis that all nodes count in. */
export interface SharedRedis {
  readonly client: RedisClientType;
  /** Whether the other nodes use the same Redis, as far as is known. */
  isTrusted(): boolean;
}

/** Redis is given up after this time: one that hangs keeps its connection, and every request would wait. */
const ANSWERS_WITHIN_MS = 250;
const LEFT_ALONE_MS = 2_000;

/**
 * Counts in Redis, for all nodes together. While Redis does not respond or is not to be trusted, this process counts
 * alone, up to half the points.
 */
export function createCounter(
  name: string,
  points: number,
  durationS: number,
  redis: SharedRedis | null,
): Counter {
  const options = { keyPrefix: `limit:${name}`, duration: durationS };
  if (!redis) return new RateLimiterMemory({ ...options, points });
  const own = new RateLimiterMemory({ ...options, points: Math.ceil(points / 2) });
  const shared = new RateLimiterRedis({
    ...options,
    points,
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
  });
  let leftAloneUntil = -Infinity;

  const ask = async <Answer>(question: (counter: Counter) => Promise<Answer>): Promise<Answer> => {
    if (!redis.isTrusted() || performance.now() < leftAloneUntil) return question(own);
    try {
      return await withinTime(question(shared), () => {
        leftAloneUntil = performance.now() + LEFT_ALONE_MS;
      });
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      return question(own);
    }
  };
  return {
    consume: (key) => ask((counter) => counter.consume(key)),
    get: (key) => ask((counter) => counter.get(key)),
  };
}

async function withinTime<Answer>(answer: Promise<Answer>, onLate: () => void): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onLate();
      reject(new Error('Redis does not answer'));
    }, ANSWERS_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
