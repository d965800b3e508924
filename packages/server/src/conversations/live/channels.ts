/** A node's interest in a topic: in the notices about one session, one tenant or one queue. */
export interface Following {
  /** Resolves once notices of other nodes arrive. Resolves at once if the database has to be read anyway. */
  readonly ready: Promise<void>;
  stop(): void;
}

export interface Subscriber {
  subscribe(channels: string[], listener: Listener): Promise<unknown>;
  unsubscribe(channels: string[], listener: Listener): Promise<unknown>;
}
type Listener = (message: string, channel: string) => void;

export interface Channels {
  follow(topic: string): Following;
  isFollowed(topic: string): boolean;
  /** Repeats subscriptions that have failed, and ends those that are not used any more. */
  sweep(): void;
  /** In ms: how long the oldest unconfirmed subscription has waited; 0 if there is none. */
  waitedMs(): number;
  /** Resolves `ready` for all subscriptions that are not confirmed yet. */
  release(): void;
  size(): number;
}

/**
 * Topics share the channels, so that a node has no more subscriptions than this. With 5,000 sessions on a node, a
 * quarter of the notices about other sessions arrive there as well, and are dropped before they are parsed.
 */
const CHANNELS = 16_384;
/** How long an unused channel is kept: a visitor who loads the next page is back before that. */
const UNUSED_MS = 10_000;

interface Channel {
  topics: number;
  isConfirmed: boolean;
  heldSince: number;
  unusedSince: number;
  ready: Promise<void>;
  makeReady(): void;
}

/** Channel of a topic, the same on every node. */
export function channelOf(prefix: string, topic: string): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (let index = 0; index < topic.length; index++) {
    hash = Math.imul(hash ^ topic.charCodeAt(index), 0x01000193);
  }
  return `${prefix}:${(hash >>> 0) % CHANNELS}`;
}

export interface ChannelsOptions {
  subscriber: Subscriber;
  listener: Listener;
  prefix: string;
  /** Channels that are always subscribed to. */
  always: readonly string[];
  onFailed(error: unknown): void;
}

/** Subscribes to the channels of followed topics, to many with one command. */
export function createChannels(options: ChannelsOptions): Channels {
  const { subscriber, listener, prefix, onFailed } = options;
  const followers = new Map<string, number>();
  const channels = new Map<string, Channel>();
  /** Channels whose subscription is not confirmed yet, the oldest first. */
  const unconfirmed = new Map<string, Channel>();
  const unrequested = new Set<string>();
  let isScheduled = false;

  const request = (): void => {
    isScheduled = false;
    const names = [...unrequested];
    unrequested.clear();
    if (names.length === 0) return;
    subscriber.subscribe(names, listener).then(
      () => names.forEach(confirm),
      (error: unknown) => {
        onFailed(error);
        for (const name of names) unrequested.add(name);
      },
    );
  };

  const confirm = (name: string): void => {
    const channel = unconfirmed.get(name);
    if (!channel) return;
    unconfirmed.delete(name);
    channel.isConfirmed = true;
    channel.makeReady();
  };

  const hold = (name: string): Channel => {
    const known = channels.get(name);
    if (known) return known;
    let makeReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => (makeReady = resolve));
    const now = performance.now();
    const times = { heldSince: now, unusedSince: now };
    const channel: Channel = { topics: 0, isConfirmed: false, ...times, ready, makeReady };
    channels.set(name, channel);
    unconfirmed.set(name, channel);
    unrequested.add(name);
    // All subscriptions of one turn of the event loop share a command.
    if (!isScheduled) setImmediate(request);
    isScheduled = true;
    return channel;
  };

  const endUnused = (): void => {
    const before = performance.now() - UNUSED_MS;
    const names = [...channels]
      .filter(([, channel]) => channel.topics === 0 && channel.isConfirmed)
      .filter(([, { unusedSince }]) => unusedSince <= before)
      .map(([name]) => name);
    if (names.length === 0) return;
    for (const name of names) channels.delete(name);
    // If it fails, the connection is lost, and notices that still arrive are dropped.
    subscriber.unsubscribe(names, listener).catch(() => undefined);
  };

  for (const name of options.always) hold(name).topics++;

  return {
    follow: (topic) => {
      const channel = hold(channelOf(prefix, topic));
      const count = followers.get(topic) ?? 0;
      followers.set(topic, count + 1);
      if (count === 0) channel.topics++;
      let isStopped = false;
      return {
        ready: channel.ready,
        stop: () => {
          if (isStopped) return;
          isStopped = true;
          const left = (followers.get(topic) ?? 1) - 1;
          if (left > 0) return void followers.set(topic, left);
          followers.delete(topic);
          channel.topics--;
          channel.unusedSince = performance.now();
        },
      };
    },
    isFollowed: (topic) => followers.has(topic),
    sweep: () => {
      request();
      endUnused();
    },
    waitedMs: () => {
      const [oldest] = unconfirmed.values();
      return oldest ? performance.now() - oldest.heldSince : 0;
    },
    release: () => {
      for (const { makeReady } of unconfirmed.values()) makeReady();
    },
    size: () => channels.size,
  };
}
