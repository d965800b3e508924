import type { RedisClientType } from 'redis';
import type { Logger } from '../../platform/log';
import type { NodeRegister } from './node-register';
import { askRedis, wordOf, type RedisAnswer } from './redis-probe';
import { createRollCall } from './roll-call';

/** `away`: Redis does not answer. `degraded`: it answers, and does not carry notices or does not count. */
export type BusHealth = 'ok' | 'degraded' | 'away';

export interface BusWatch {
  health(): BusHealth;
  /** A beat of another node has arrived. */
  heard(nodeId: string, beats: number): void;
  /** Redis answered a command of the bus with a refusal. */
  refused(error: Error): void;
  /** The connection failed. */
  failed(reason: string): void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * How far this node's notices get. `deaf`: it has no subscriptions. `silent`: its own heartbeats don't come back.
 * `unconfirmed`: subscriptions wait too long.
 */
export type Way = 'unconnected' | 'deaf' | 'new' | 'silent' | 'unconfirmed' | 'open';

export interface BusWatchOptions {
  client: RedisClientType;
  nodeId: string;
  host: string;
  log: Logger;
  register: NodeRegister | null;
  way(): Way;
  beat(beats: number): void;
  /** An address may lead to another server by now. */
  reconnect(): void;
}

const TICK_MS = 1_000;
const ANSWERS_WITHIN_MS = 2_500;
/** A refused notice says that the next ones will be refused, too. */
const REFUSED_MS = 5_000;
/** Other nodes may be about to change to the same server. */
const OTHER_REDIS_MS = 5_000;
const FIRST_RECONNECT_MS = 2_000;
const MAX_RECONNECT_MS = 60_000;
const WORDS: Partial<Record<Way, string>> = {
  deaf: 'it accepts no subscriptions',
  silent: "its own notices don't come back",
  unconfirmed: 'subscriptions are not confirmed',
};

/**
 * Tells whether Redis carries: what a bus answers to this node proves nothing to the others. A demoted server, one that
 * the others don't use, or one that refuses looks well to a node that asks only for its own heartbeats.
 */
export function createBusWatch(options: BusWatchOptions): BusWatch {
  const { client, nodeId, host, log, register, way } = options;
  const rollCall = createRollCall();
  let answer: RedisAnswer = { runId: null, problem: null };
  let answeredAt = performance.now();
  let refusal = { reason: '', at: -Infinity };
  let beats = 0;
  let otherSince: number | null = null;
  let nextReconnectAt = -Infinity;
  let reconnectMs = FIRST_RECONNECT_MS;
  let told: BusHealth = 'ok';
  /** At the last tick: what lasts no longer than a pause of this process is not told. */
  let before: { health: BusHealth; problem: string | null } = { health: 'ok', problem: null };
  let leavingUntil = -Infinity;
  let isStopped = false;

  /** Why what this node publishes gets lost; null if it gets out. */
  const ownProblem = (): string | null => {
    const now = way();
    if (now === 'unconnected') return 'it is not connected';
    if (performance.now() - refusal.at <= REFUSED_MS) return refusal.reason;
    return answer.problem ?? WORDS[now] ?? null;
  };
  const isAnswering = (): boolean =>
    way() !== 'unconnected' && performance.now() - answeredAt <= ANSWERS_WITHIN_MS;
  const health = (): BusHealth => {
    if (!isAnswering()) return 'away';
    if ((ownProblem() ?? rollCall.problem()) !== null) return 'degraded';
    return way() === 'new' ? 'away' : 'ok';
  };

  const tell = (now: BusHealth, reason: string): void => {
    if (now === told) return;
    told = now;
    const instead = 'reading changes from the database';
    if (now === 'ok') log.info({ event: 'redis.back' }, 'Redis is back');
    else if (now === 'away')
      log.warn(
        { event: 'redis.unreachable' },
        `REDIS_URL: ${host} is unreachable (${reason}); ${instead}`,
      );
    else
      log.warn(
        { event: 'redis.degraded' },
        `REDIS_URL: ${host} answers, but does not carry: ${reason}; ${instead}`,
      );
  };

  const ask = single(async () => {
    try {
      answer = await askRedis(client, nodeId);
      answeredAt = performance.now();
    } catch {
      // The connection's own error is noted.
    }
  });
  const compare = single(async () => {
    if (!register) return;
    const publishes = before.problem === null || ownProblem() === null ? 1 : 0;
    await register.sign({ node_id: nodeId, redis_run_id: answer.runId, beats, publishes });
    if (isStopped) return register.leave(nodeId);
    rollCall.compare(await register.others(nodeId), answer.runId);
  });

  /** Leaves a server that is not the one that all should use. */
  const reconsider = (): void => {
    const now = performance.now();
    otherSince = rollCall.hasOtherRedis() ? (otherSince ?? now) : null;
    const isOther = otherSince !== null && now - otherSince >= OTHER_REDIS_MS;
    if (answer.problem === null && !isOther) {
      if (health() === 'ok') reconnectMs = FIRST_RECONNECT_MS;
      return;
    }
    if (way() === 'unconnected' || now < nextReconnectAt) return;
    nextReconnectAt = now + reconnectMs;
    reconnectMs = Math.min(MAX_RECONNECT_MS, 2 * reconnectMs);
    leavingUntil = now + TICK_MS;
    options.reconnect();
  };

  const tick = (): void => {
    beats++;
    options.beat(beats);
    if (way() !== 'unconnected') void ask();
    void compare();
    reconsider();
    const now = health();
    if (way() !== 'new' && now === before.health) {
      tell(now, ownProblem() ?? rollCall.problem() ?? 'no answer');
    }
    before = { health: now, problem: ownProblem() };
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    health,
    heard: rollCall.heard,
    refused: (error) => {
      refusal = { reason: `it refuses notices (${wordOf(error)})`, at: performance.now() };
    },
    failed: (reason) => {
      if (performance.now() > leavingUntil) tell('away', reason);
    },
    start: () => {
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      isStopped = true;
      await register?.leave(nodeId).catch(() => undefined); // it is forgotten soon
    },
  };

  /** Runs one at a time; what fails is tried again with the next tick. */
  function single(work: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> | null = null;
    return () =>
      (running ??= work()
        .catch(() => undefined)
        .finally(() => {
          running = null;
        }));
  }
}
