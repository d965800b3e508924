import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClientType } from 'redis';
import type { Logger } from '../../platform/log';
import { codeOf } from '../../platform/storage/failures';
import type { Bus } from './hub';

export interface RedisBus extends Bus {
  /** For rate limits that all nodes share. */
  readonly client: RedisClientType;
  /** Whether this node's own notices come back. A silent other node says nothing about Redis. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

const CHANNEL = 'chat-relay:notices';
const MAX_RECONNECT_DELAY_MS = 2_000;
/** A hanging Redis keeps its connections: only what comes back proves that it works. */
const HEARTBEAT_MS = 300;
const SILENCE_MS = 1_000;
const MAX_UNANSWERED = 10_000;

/**
 * Sends notices between nodes over Redis. Nothing depends on it: while it is down, notices are dropped, and
 * sockets read the database instead.
 */
export async function connectRedisBus(url: string, nodeId: string, log: Logger): Promise<RedisBus> {
  // Loaded on demand: a relay with one node starts faster without it.
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_UNANSWERED,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(MAX_RECONNECT_DELAY_MS, 50 * 2 ** retries),
    },
  }) as RedisClientType;
  const subscriber = client.duplicate({ disableOfflineQueue: false }) as RedisClientType;
  const { host } = new URL(url);
  let isDown = false;
  const noteError = (error: unknown): void => {
    if (!isDown) {
      const reason = codeOf(error) || (error instanceof Error ? error.message : String(error));
      const message = `REDIS_URL: ${host} is unreachable (${reason}); reading changes from the database`;
      log.warn({ event: 'redis.unreachable' }, message);
      log.debug({ event: 'redis.connection_failed', err: error }, 'Redis is unreachable');
    }
    isDown = true;
  };
  client.on('error', noteError);
  subscriber.on('error', noteError);
  subscriber.on('ready', () => {
    if (isDown) log.info({ event: 'redis.back' }, 'Redis is back');
    isDown = false;
  });
  // A relay also starts without Redis; both keep trying.
  const connecting = [client.connect(), subscriber.connect()];
  for (const attempt of connecting) attempt.catch(noteError);
  await Promise.race([Promise.allSettled(connecting), wait(2_000, undefined, { ref: false })]);

  let heardOwnAt = -Infinity;
  const publish = (text: string): void => {
    if (client.isReady) client.publish(CHANNEL, `${nodeId} ${text}`).catch(noteError);
  };
  const heartbeat = setInterval(() => publish(''), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    client,
    isHealthy: () =>
      client.isReady && subscriber.isReady && performance.now() - heardOwnAt <= SILENCE_MS,
    send: publish,
    receive: (listener) => {
      subscriber
        .subscribe(CHANNEL, (message) => {
          const space = message.indexOf(' ');
          const node = message.slice(0, space);
          const text = message.slice(space + 1);
          if (node === nodeId) heardOwnAt = performance.now();
          else if (text !== '') listener(text);
        })
        .catch(noteError);
    },
    close: async () => {
      clearInterval(heartbeat);
      client.destroy();
      subscriber.destroy();
      await Promise.allSettled(connecting);
    },
  };
}
