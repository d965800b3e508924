import type { BeginResult, IdempotencyStore } from './idempotency-store';
import type { ReplayStore } from './replay-store';

/** A client of node-redis (`sendCommand`) or ioredis (`call`), connected by you. */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

/** Options of the stores in Redis. */
export interface RedisStoreOptions {
  /** Prefix of every key. Default `chat-relay:`. */
  prefix?: string | undefined;
}

/** Options of `redisIdempotencyStore`. */
export interface RedisIdempotencyStoreOptions extends RedisStoreOptions {
  /** In ms. The time after which a dead process's reservation ends. Default 60,000. */
  reservationMs?: number | undefined;
  /** In ms. The time for which a handled event is remembered; retries continue for 3 days. Default 7 days. */
  doneMs?: number | undefined;
}

const DAY_MS = 86_400_000;
const BUSY = 'busy:';
const DONE = 'done:';

/** Deletes only the caller's own reservation, because an expired one may have been replaced by another process. */
const DELETE_OWN = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * A replay store that all processes share. Each request costs one `SET … NX PX`.
 *
 * @example
 * const replayStore = redisReplayStore(await createClient({ url }).connect());
 */
export function redisReplayStore(
  client: RedisClient,
  { prefix = 'chat-relay:' }: RedisStoreOptions = {},
): ReplayStore {
  const send = commandsOf(client);
  return {
    claim: async (key, ttlMs) =>
      (await send('SET', `${prefix}seen:${key}`, '1', 'NX', 'PX', String(Math.ceil(ttlMs)))) ===
      'OK',
  };
}

/**
 * An idempotency store that all processes share.
 *
 * @example
 * const idempotencyStore = redisIdempotencyStore(new Redis(url));
 */
export function redisIdempotencyStore(
  client: RedisClient,
  options: RedisIdempotencyStoreOptions = {},
): IdempotencyStore {
  const { prefix = 'chat-relay:', reservationMs = 60_000, doneMs = 7 * DAY_MS } = options;
  const send = commandsOf(client);
  const reservation = BUSY + crypto.randomUUID();
  const keyOf = (eventId: string): string => `${prefix}event:${eventId}`;

  return {
    begin: async (eventId) => {
      const key = keyOf(eventId);
      const set = await send('SET', key, reservation, 'NX', 'PX', String(reservationMs));
      return set === 'OK' ? 'new' : readResult(await send('GET', key));
    },
    commit: async (eventId, answer) => {
      await send('SET', keyOf(eventId), DONE + (answer ?? ''), 'PX', String(doneMs));
    },
    release: async (eventId) => {
      await send('EVAL', DELETE_OWN, '1', keyOf(eventId), reservation);
    },
  };
}

/** Reads Redis's result. A key that expired between the two commands counts as busy: the relay retries. */
function readResult(value: unknown): BeginResult {
  if (typeof value !== 'string' || !value.startsWith(DONE)) return 'busy';
  const answer = value.slice(DONE.length);
  return answer === '' ? 'done' : { done: answer };
}

/** Sends raw commands, the only function that the two libraries have in common. */
function commandsOf(client: RedisClient): (...command: [string, ...string[]]) => Promise<unknown> {
  // ioredis has a `sendCommand` too, with other parameters.
  if ('call' in client && typeof client.call === 'function') {
    return (name, ...args) => client.call(name, ...args);
  }
  if ('sendCommand' in client && typeof client.sendCommand === 'function') {
    return (...command) => client.sendCommand(command);
  }
  throw new TypeError('the client must be one of node-redis or ioredis');
}
