import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SlowSubscriptions {
  /** Redis's address through this proxy. */
  url: string;
  /** Delays all further subscriptions on their way to Redis. Other commands pass at once. */
  delay(ms: number): void;
  stop(): Promise<void>;
}

/** A TCP proxy to Redis that can delay the commands that subscribe. */
export async function startSlowSubscriptions(redisUrl: string): Promise<SlowSubscriptions> {
  const { hostname, port } = new URL(redisUrl);
  const ends = new Set<Socket>();
  let delayMs = 0;
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    for (const end of [client, redis]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        client.destroy();
        redis.destroy();
      });
    }
    redis.on('data', (bytes) => void client.write(bytes));
    let passed = Promise.resolve();
    client.on('data', (bytes) => {
      const isLate = delayMs > 0 && /\bsubscribe\b/i.test(bytes.toString());
      // Commands after a delayed one on the same connection wait, too: their order must not change.
      if (isLate) passed = passed.then(() => new Promise((done) => setTimeout(done, delayMs)));
      passed = passed.then(() => void redis.write(bytes));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: (ms) => void (delayMs = ms),
    stop: async () => {
      server.close();
      for (const end of ends) end.destroy();
      await once(server, 'close');
    },
  };
}
