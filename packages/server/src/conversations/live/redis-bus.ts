import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClientType } from 'redis';
import type { Logger } from '../../platform/log';
import { codeOf } from '../../platform/storage/failures';
import { channelOf, createChannels, type Subscriber } from './channels';
import type { Bus } from './hub';

export interface RedisBus extends Bus {
  /** For rate limits that all nodes share. */
  readonly client: RedisClientType;
  /**
   * Whether this node's own notices come back, and its subscriptions are confirmed. A silent other node says
   * nothing about Redis.
   */
  isHealthy(): boolean;
  stats(): BusStats;
  close(): Promise<void>;
}

export interface BusStats {
  /** Notices that this node has sent. */
  sent: number;
  /** Notices of other nodes that someone on this node follows. */
  received: number;
  /** Notices of other nodes that share a channel with those, and were dropped. */
  dropped: number;
  /** Channels that this node is subscribed to. */
  channels: number;
}

/** To all nodes. Versions before the channels by topic send everything here, and their heartbeats. */
const COMMON = 'chat-relay:notices';
const HEARTBEATS = 'chat-relay:heartbeats';
const MAX_RECONNECT_DELAY_MS = 2_000;
/** A hanging Redis keeps its connections: only what comes back proves that it works. */
const HEARTBEAT_MS = 300;
const SILENCE_MS = 1_000;
const MAX_UNANSWERED = 10_000;
/** After the last heartbeat of an older version. */
const OLDER_NODE_MS = 10_000;
const MAX_A_COMMAND = 500;
/** One command for the notices of a whole commit: each command costs the node about 20 µs. */
const PUBLISH_ALL = `for i = 1, #ARGV, 2 do redis.call('PUBLISH', ARGV[i], ARGV[i + 1]) end`;

/**
 * Sends notices between nodes over Redis, to those that follow their topic. Nothing depends on it: while it is
 * down, notices are dropped, and sockets read the database instead.
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
  let heardOwnAt = -Infinity;
  let connectedAt = -Infinity;
  let heardOlderNodeAt = -Infinity;
  let listener: Parameters<Bus['receive']>[0] = () => undefined;
  const counts = { sent: 0, received: 0, dropped: 0 };

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
    connectedAt = performance.now();
    if (isDown) log.info({ event: 'redis.back' }, 'Redis is back');
    isDown = false;
  });

  /** `<node> <notice>`, or in the channel of a topic `<node> <topic> <notice>`; an empty notice is a heartbeat. */
  const receive = (message: string, channel: string): void => {
    const [node, rest] = cut(message);
    if (channel === heartbeats) heardOwnAt = performance.now();
    if (node === nodeId || channel === heartbeats) return;
    if (channel === COMMON) {
      if (rest === '') heardOlderNodeAt = performance.now();
      else hear(rest, null);
      return;
    }
    const [topic, text] = cut(rest);
    if (channels.isFollowed(topic)) hear(text, topic);
    else counts.dropped++;
  };
  const hear = (text: string, topic: string | null): void => {
    counts.received++;
    listener(text, topic);
  };
  const heartbeats = `${HEARTBEATS}:${nodeId}`;
  const channels = createChannels({
    subscriber: subscriber as unknown as Subscriber,
    listener: receive,
    prefix: COMMON,
    always: [COMMON, heartbeats],
    onFailed: noteError,
  });

  // A relay also starts without Redis; both keep trying.
  const connecting = [client.connect(), subscriber.connect()];
  for (const attempt of connecting) attempt.catch(noteError);
  await Promise.race([Promise.allSettled(connecting), wait(2_000, undefined, { ref: false })]);

  /** Channel and message by turns. */
  let unsent: string[] = [];
  const publish = (channel: string, message: string): void => {
    if (unsent.length === 0) setImmediate(sendAll);
    unsent.push(channel, message);
  };
  const sendAll = (): void => {
    const all = unsent;
    unsent = [];
    for (let start = 0; start < all.length && client.isReady; start += 2 * MAX_A_COMMAND) {
      const some = all.slice(start, start + 2 * MAX_A_COMMAND);
      const [channel = '', message = ''] = some;
      const sent: Promise<unknown> =
        some.length === 2
          ? client.publish(channel, message)
          : client.eval(PUBLISH_ALL, { arguments: some });
      sent.catch(noteError);
    }
  };

  const isHealthy = (): boolean => {
    const now = performance.now();
    const isConnected = client.isReady && subscriber.isReady;
    // What was sent while the connection was down is lost, however short that was.
    const isNew = now - connectedAt <= SILENCE_MS;
    return (
      isConnected && !isNew && now - heardOwnAt <= SILENCE_MS && channels.waitedMs() <= SILENCE_MS
    );
  };
  const beat = setInterval(() => {
    if (client.isReady) client.publish(heartbeats, `${nodeId} `).catch(noteError);
    channels.sweep();
    if (!isHealthy()) channels.release();
  }, HEARTBEAT_MS);
  beat.unref();

  return {
    client,
    isHealthy,
    stats: () => ({ ...counts, channels: channels.size() }),
    hasOlderNodes: () => performance.now() - heardOlderNodeAt <= OLDER_NODE_MS,
    send: (topic, text) => {
      counts.sent++;
      if (topic === null) publish(COMMON, `${nodeId} ${text}`);
      else publish(channelOf(COMMON, topic), `${nodeId} ${topic} ${text}`);
    },
    receive: (added) => void (listener = added),
    follow: (topic) => {
      const following = channels.follow(topic);
      return isHealthy() ? following : { ...following, ready: Promise.resolve() };
    },
    close: async () => {
      clearInterval(beat);
      client.destroy();
      subscriber.destroy();
      await Promise.allSettled(connecting);
    },
  };
}

/** At the first space. */
function cut(text: string): [string, string] {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}
