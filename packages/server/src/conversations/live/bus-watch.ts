import type { RedisClientType } from 'redis';
import type { Logger } from '../../platform/log';
import type { NodeRegister } from './node-register';
import { askRedis, wordOf, type RedisAnswer } from './redis-probe';
import { createRollCall } from './roll-call';

/** `away`: Redis does not respond. `degraded`: it responds, but does not deliver notices or does not count limits. */
export type BusHealth = 'ok' | 'degraded' | 'away';

export interface BusWatch {
  health(): BusHealth;
  heard(nodeId: string, beats: number): void;
  /** Called when Redis has refused a command of the bus. */
  refused(error: Error): void;
  failed(reason: string): void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * State of this node's connection. `deaf`: it has no subscriptions. `silent`: its own heartbeats don't come back.
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
  /** Connects again: the host name may lead to another server by now. */
  reconnect(): void;
}

const TICK_MS = 1_000;
const ANSWERS_WITHIN_MS = 2_500;
/** How long a refused notice counts: the next ones would be refused, too. */
const REFUSED_MS = 5_000;
/** How long another node may use another Redis: it may be about to change to this one. */
const OTHER_REDIS_MS = 5_000;
const FIRST_RECONNECT_MS = 2_000;
const MAX_RECONNECT_MS = 60_000;
const WORDS: Partial<Record<Way, string>> = {
  deaf: 'it accepts no subscriptions',
  silent: "its own notices don't come back",
  unconfirmed: 'subscriptions are not confirmed',
};

/**
 * Watches whether Redis delivers notices to all nodes. A node's own heartbeats don't prove that: they come back from a
 * demoted server, from one that the other nodes don't use, and from one that refuses writes.
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
  /** State at the last tick. Only what lasts for two ticks is logged: a pause of this process looks the same. */
  let before: { health: BusHealth; problem: string | null } = { health: 'ok', problem: null };
  let leavingUntil = -Infinity;
  let isStopped = false;

  /** Why this node's notices get lost; null if they don't. */
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
      // The connection reports its error itself.
    }
  });
  const compare = single(async () => {
    if (!register) return;
    const publishes = before.problem === null || ownProblem() === null ? 1 : 0;
    await register.sign({ node_id: nodeId, redis_run_id: answer.runId, beats, publishes });
    if (isStopped) return register.leave(nodeId);
    rollCall.compare(await register.others(nodeId), answer.runId);
  });

  /** Reconnects if this server has a problem, or the other nodes use another one. */
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
      await register?.leave(nodeId).catch(() => undefined); // the row expires soon
    },
  };

  /** Runs `work` one at a time; after a failure, the next tick runs it again. */
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
