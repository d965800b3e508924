import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisIdempotencyStore, redisReplayStore } from '../../src/index';
import type { RedisClient } from '../../src/index';
import { behavesAsIdempotencyStore, behavesAsReplayStore } from './shared-store';
import { startRedis } from './running';
import type { RunningRedis } from './running';

/** Set where Redis is known to be installed. */
const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;

let server: RunningRedis;
const closing: (() => unknown)[] = [];

if (hasRedis) {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await server.stop();
  });
}

const clients: [string, () => Promise<RedisClient>][] = [
  [
    'node-redis',
    async () => {
      const client = createClient({ url: server.url });
      await client.connect();
      closing.push(() => client.close());
      return client;
    },
  ],
  [
    'ioredis',
    async () => {
      const client = new Redis(server.url);
      closing.push(() => client.quit());
      return client;
    },
  ],
];

for (const [name, connect] of hasRedis ? clients : []) {
  describe(`the stores in Redis, by ${name}`, () => {
    let client: RedisClient;
    beforeAll(async () => {
      client = await connect();
    });

    behavesAsReplayStore(() => redisReplayStore(client));
    behavesAsIdempotencyStore((options) => redisIdempotencyStore(client, options));

    it('the stores in Redis forget a claim after its time and not before', async () => {
      const store = redisReplayStore(client, { prefix: `${name}:` });
      expect(await store.claim('a', 200)).toBe(true);
      expect(await store.claim('a', 200)).toBe(false);
      await expect.poll(() => store.claim('a', 60_000)).toBe(true);
    });
  });
}

describe('redisReplayStore', () => {
  it('refuses anything but a Redis client', () => {
    expect(() => redisReplayStore({} as RedisClient)).toThrow(TypeError);
  });

  it('passes on the error of Redis', async () => {
    const failure = new Error('ECONNREFUSED');
    const store = redisReplayStore({ sendCommand: () => Promise.reject(failure) });
    await expect(store.claim('a', 1)).rejects.toBe(failure);
  });
});
