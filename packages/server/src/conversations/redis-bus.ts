import { createClient, type RedisClientType } from 'redis';
import type { Logger } from '../log';
import type { Bus } from './hub';

export interface RedisBus extends Bus {
  /** For rate limits that all nodes share. */
  readonly client: RedisClientType;
  isHealthy(): boolean;
  /** Called whenever the connection comes back: what was sent meanwhile is lost. */
  onReconnect(listener: () => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'chat-relay:notices';
const MAX_RECONNECT_DELAY_MS = 2_000;

/**
 * Notices between nodes over Redis. Nothing rests on it: while it is away notices are dropped, and
 * sockets read the database instead.
 */
export async function connectRedisBus(url: string, nodeId: string, log: Logger): Promise<RedisBus> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2_000,
      reconnectStrategy: (retries) => Math.min(MAX_RECONNECT_DELAY_MS, 50 * 2 ** retries),
    },
  }) as RedisClientType;
  const subscriber = client.duplicate({ disableOfflineQueue: false }) as RedisClientType;
  const reconnectListeners: (() => void)[] = [];
  let isDown = false;
  const noteError = (error: unknown): void => {
    if (!isDown) log.warn({ err: error }, 'Redis is away; live delivery goes by the database');
    isDown = true;
  };
  client.on('error', noteError);
  subscriber.on('error', noteError);
  subscriber.on('ready', () => {
    if (isDown) log.info('Redis is back');
    isDown = false;
    for (const listener of reconnectListeners) listener();
  });
  // A relay starts without Redis, too; both keep trying.
  const connecting = [client.connect(), subscriber.connect()];
  for (const attempt of connecting) attempt.catch(noteError);
  await Promise.race([
    Promise.allSettled(connecting),
    new Promise((resolve) => setTimeout(resolve, 2_000).unref()),
  ]);

  return {
    client,
    isHealthy: () => client.isReady && subscriber.isReady,
    send: (text) => {
      if (!client.isReady) return;
      client.publish(CHANNEL, `${nodeId} ${text}`).catch(noteError);
    },
    receive: (listener) => {
      subscriber
        .subscribe(CHANNEL, (message) => {
          const space = message.indexOf(' ');
          if (message.slice(0, space) !== nodeId) listener(message.slice(space + 1));
        })
        .catch(noteError);
    },
    onReconnect: (listener) => void reconnectListeners.push(listener),
    close: async () => {
      client.destroy();
      subscriber.destroy();
      await Promise.allSettled(connecting);
    },
  };
}
