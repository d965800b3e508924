import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClientType } from 'redis';
import type { Logger } from '../../platform/log';
import type { SharedRedis } from '../../platform/rate-limits/shared-counter';
import { codeOf } from '../../platform/storage/failures';
import { channelOf, createChannels, type Subscriber } from './channels';
import type { Bus } from './hub';
import { createBusWatch, type BusHealth } from './bus-watch';
import type { NodeRegister } from './node-register';
import { isRefusal } from './redis-probe';

export interface RedisBus extends Bus, SharedRedis {
  /** Whether notices are delivered and received. If not, sockets read the database. */
  isHealthy(): boolean;
  health(): BusHealth;
  stats(): BusStats;
  close(): Promise<void>;
}

export interface BusStats {
  sent: number;
  /** Notices of other nodes about topics that this node follows. */
  received: number;
  /** Notices of other nodes about other topics in the same channels, which were dropped. */
  dropped: number;
  channels: number;
}

/** Channel of notices to all nodes, and prefix of the topics' channels. */
const COMMON = 'chat-relay:notices';
const HEARTBEATS = 'chat-relay:heartbeats';
/** Channel of the beats that every node sends to all. */
const BEATS = 'chat-relay:beats';
const MAX_RECONNECT_DELAY_MS = 2_000;
/** Heartbeats to itself. A hanging Redis keeps its connections: only what comes back proves that it works. */
const HEARTBEAT_MS = 300;
const SILENCE_MS = 1_000;
const MAX_UNANSWERED = 10_000;
const MAX_A_COMMAND = 500;
/** One command for the notices of a whole commit: each command costs the node about 20 µs. */
const PUBLISH_ALL = `for i = 1, #ARGV, 2 do redis.call('PUBLISH', ARGV[i], ARGV[i + 1]) end`;

/**
 * Connects to Redis, which carries notices to the nodes that follow their topic. Nothing depends on it: while it is
 * down or does not deliver, notices are dropped, and sockets read the database instead.
 * @param register where nodes that share a database find each other; null: there is one node
 */
export async function connectRedisBus(
  url: string,
  nodeId: string,
  log: Logger,
  register: NodeRegister | null = null,
): Promise<RedisBus> {
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
  let heardOwnAt = -Infinity;
  let connectedAt = -Infinity;
  let listener: Parameters<Bus['receive']>[0] = () => undefined;
  const counts = { sent: 0, received: 0, dropped: 0 };

  const noteError = (error: unknown): void => {
    if (isRefusal(error)) return watch.refused(error);
    const reason = codeOf(error) || (error instanceof Error ? error.message : String(error));
    watch.failed(reason);
    log.debug({ event: 'redis.connection_failed', err: error }, 'Redis is unreachable');
  };
  /** Whether the connection is too new to rely on: notices that were sent while it was down are lost. */
  const isNew = (): boolean => performance.now() - connectedAt <= SILENCE_MS;
  const watch = createBusWatch({
    client,
    nodeId,
    host,
    log,
    register,
    way: () => {
      if (!client.isReady) return 'unconnected';
      if (!subscriber.isReady) return 'deaf';
      if (isNew()) return 'new';
      if (performance.now() - heardOwnAt > SILENCE_MS) return 'silent';
      return channels.waitedMs() > SILENCE_MS ? 'unconfirmed' : 'open';
    },
    beat: (beats) => publish(BEATS, `${nodeId} ${beats}`),
    reconnect: () => {
      for (const each of [client, subscriber]) each.sendCommand(['QUIT']).catch(() => undefined);
    },
  });
  client.on('error', noteError);
  subscriber.on('error', noteError);
  subscriber.on('ready', () => {
    connectedAt = performance.now();
  });

  /** Reads `<node> <notice>`, or in a topic's channel `<node> <topic> <notice>`; an empty notice is a heartbeat. */
  const receive = (message: string, channel: string): void => {
    const [node, rest] = cut(message);
    if (channel === heartbeats) heardOwnAt = performance.now();
    if (node === nodeId || channel === heartbeats) return;
    if (channel === BEATS) return watch.heard(node, Number(rest));
    if (channel === COMMON) return hear(rest);
    const [topic, text] = cut(rest);
    if (channels.isFollowed(topic)) hear(text);
    else counts.dropped++;
  };
  const hear = (text: string): void => {
    counts.received++;
    listener(text);
  };
  const heartbeats = `${HEARTBEATS}:${nodeId}`;
  const channels = createChannels({
    subscriber: subscriber as unknown as Subscriber,
    listener: receive,
    prefix: COMMON,
    always: [COMMON, BEATS, heartbeats],
    onFailed: noteError,
  });

  // A relay also starts without Redis; both keep trying.
  const connecting = [client.connect(), subscriber.connect()];
  for (const attempt of connecting) attempt.catch(noteError);
  await Promise.race([Promise.allSettled(connecting), wait(2_000, undefined, { ref: false })]);

  /** Channels and messages in turn, as PUBLISH_ALL takes them. */
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

  const isHealthy = (): boolean => watch.health() === 'ok';
  const beat = setInterval(() => {
    if (client.isReady) client.publish(heartbeats, `${nodeId} `).catch(noteError);
    channels.sweep();
    if (!isHealthy()) channels.release();
  }, HEARTBEAT_MS);
  beat.unref();
  watch.start();

  return {
    client,
    isHealthy,
    health: watch.health,
    isTrusted: () => watch.health() !== 'degraded',
    stats: () => ({ ...counts, channels: channels.size() }),
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
      await watch.stop();
      client.destroy();
      subscriber.destroy();
      await Promise.allSettled(connecting);
    },
  };
}

function cut(text: string): [string, string] {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}
