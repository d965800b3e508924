import { setTimeout as wait } from 'node:timers/promises';
import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Database } from '../../platform/storage/database';
import type { Deliver } from '../delivery/delivery';
import type { Outcome } from '../delivery/outcome';
import type { LastResults } from '../health/last-results';
import type { Outbox } from '../outbox/outbox';
import { createConcurrencyLimits } from './fairness';
import { createNextLanes } from './known-lanes';
import type { Lane } from './queue-state';
import { createReceiverSpeeds, type EndedAttempt } from './receiver-speeds';
import { createSettle, type Settled } from './settle';

export interface CallbackWorkerOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  outbox: Pick<Outbox, 'onQueued'>;
  deliver: Deliver;
  lastResults?: Pick<LastResults, 'note'>;
  /** `CALLBACKS_IN_FLIGHT`: limits lanes in flight of slow tenants, on this node. */
  slowSlots?: number;
  /** Limits lanes in flight of one tenant: exactly on this node, approximately over all nodes. */
  maxPerTenant?: number;
  /** The interval of claims that look for due lanes and for ended leases. */
  pollMs?: number;
}

export interface CallbackStats {
  inFlight: number;
  delivered: number;
  /** Failed attempts that will be repeated. */
  retried: number;
  dead: number;
  postponed: number;
  /** Outcomes that arrived after the lease had ended. */
  lost: number;
}

export interface CallbackWorker {
  start(): void;
  /** Looks for due lanes now instead of at the next poll. */
  wake(): void;
  /**
   * Claims no more lanes, gives attempts in flight 5 s to end, and releases the lanes. The lane of an unfinished
   * attempt stays leased: the attempt may still arrive, and the next must come after it.
   */
  stop(): Promise<void>;
  stats(): CallbackStats;
}

/** In ms. A lane that is sent for this long returns to the end of its tenant's queue. */
const TURN_MS = SECOND;
const STOP_MS = 5 * SECOND;
const COUNTED_AS = {
  delivered: 'delivered',
  retry: 'retry',
  dead: 'dead',
  postponed: 'postponed',
  overdue: 'postponed',
} as const;
const SETTLE_AGAIN_MS = 500;
const DELIVER_AGAIN_MS = 5 * SECOND;

export function createCallbackWorker(options: CallbackWorkerOptions): CallbackWorker {
  const { database, clock, log, deliver } = options;
  const { slowSlots = 1024, maxPerTenant = 8, pollMs = 500 } = options;
  const speeds = createReceiverSpeeds({ maxPerTenant });
  const limits = createConcurrencyLimits({ slowSlots, maxPerTenant, speeds });
  const nextLanes = createNextLanes({ database, clock, limits });
  const settle = createSettle({ database, clock, inFlight: () => runs.size });
  const counts = { delivered: 0, retry: 0, dead: 0, postponed: 0, lost: 0 };

  const runs = new Set<Promise<void>>();
  let state: 'idle' | 'running' | 'stopping' | 'stopped' = 'idle';
  let poll: NodeJS.Timeout | undefined;
  let isWoken = false;
  let isFailing = false;
  let claiming: Promise<void> | null = null;

  function wake(): void {
    nextLanes.lookForDue();
    look();
  }

  function look(): void {
    isWoken = true;
    if (claiming || state !== 'running' || limits.isFull()) return;
    claiming = claimAll().finally(() => {
      claiming = null;
      if (isWoken) look();
    });
  }

  /** Runs one claim at a time: that makes the limits exact, and collects the slots that become free. */
  async function claimAll(): Promise<void> {
    try {
      while (isWoken && state === 'running' && !limits.isFull()) {
        // Waits for lanes that are settled in the same commit: they become free in this turn of the event loop.
        await new Promise(setImmediate);
        isWoken = false;
        const lanes = await nextLanes.claim();
        isFailing = false;
        for (const lane of lanes) launch(lane);
        if (lanes.length > 0) isWoken = true;
      }
    } catch (err) {
      isWoken = false;
      // Logged once, because the poll continues and would log an unreachable database twice a second.
      if (!isFailing)
        log.error({ event: 'callback.claim_failed', err }, 'could not claim callbacks');
      isFailing = true;
    }
  }

  function launch(lane: Lane): void {
    limits.acquire(lane);
    nextLanes.begin(lane);
    const run = runLane(lane)
      .catch((err: unknown) => {
        log.error({ event: 'callback.lane_dropped', err }, 'a lane of callbacks was dropped');
        return { lane, settled: null };
      })
      .then(({ lane: last, settled }) => {
        limits.release(lane);
        nextLanes.end(last, settled);
        runs.delete(run);
        look();
      });
    runs.add(run);
  }

  /** Sends a lane's events one after another, until the lane is released or its lease is lost. */
  async function runLane(claimed: Lane): Promise<{ lane: Lane; settled: Settled }> {
    for (let lane = claimed; ;) {
      const outcome: Outcome =
        state === 'running' ? await attempt(lane) : { kind: 'postponed', dueAt: clock() };
      const settled: Settled = await settleWithRetries(lane, outcome);
      counts[settled.kind === 'lost' ? 'lost' : COUNTED_AS[outcome.kind]]++;
      if (settled.kind !== 'lost') options.lastResults?.note(lane.tenantId, outcome);
      if (settled.kind === 'lost') {
        const { tenantId, conversationId } = lane;
        const fields = { tenant_id: tenantId, conversation_id: conversationId };
        log.debug(
          { event: 'callback.lane_taken_over', ...fields },
          'another node took over a lane',
        );
      }
      if (settled.kind !== 'kept') return { lane, settled };
      lane = settled.lane;
    }
  }

  async function attempt(lane: Lane): Promise<Outcome> {
    const end = speeds.begin(lane.tenantId);
    let outcome: Outcome | null = null;
    try {
      return (outcome = await deliver(lane));
    } catch (err) {
      const { tenantId, conversationId } = lane;
      const fields = { err, tenant_id: tenantId, conversation_id: conversationId };
      log.error({ event: 'callback.prepare_failed', ...fields }, 'could not prepare a callback');
      return { kind: 'postponed', dueAt: clock() + DELIVER_AGAIN_MS };
    } finally {
      end(endOf(outcome));
    }
  }

  /** Repeats during a short outage of the database, which must not cost a second delivery, until the lease ends. */
  async function settleWithRetries(lane: Lane, outcome: Outcome): Promise<Settled> {
    for (;;) {
      const isKept = state === 'running' && clock() < lane.heldSince + TURN_MS;
      try {
        return await settle({ lane, outcome, isKept });
      } catch (err) {
        if (state === 'stopped' || clock() >= lane.leaseUntil) throw err;
        log.warn({ event: 'callback.settle_failed', err }, 'could not settle an attempt yet');
        await wait(SETTLE_AGAIN_MS);
      }
    }
  }

  options.outbox.onQueued((lanes) => {
    nextLanes.note(lanes);
    look();
  });

  return {
    wake,

    start: () => {
      if (state !== 'idle') throw new TypeError('the callback worker was started before');
      state = 'running';
      poll = setInterval(wake, pollMs);
      wake();
    },

    stop: async () => {
      state = 'stopping';
      clearInterval(poll);
      const limit = new AbortController();
      await Promise.race([
        Promise.resolve(claiming).then(() => Promise.all(runs)),
        wait(STOP_MS, undefined, { signal: limit.signal }).catch(() => undefined),
      ]);
      limit.abort();
      state = 'stopped';
    },

    stats: () => ({
      inFlight: runs.size,
      delivered: counts.delivered,
      retried: counts.retry,
      dead: counts.dead,
      postponed: counts.postponed,
      lost: counts.lost,
    }),
  };
}

/** Extracts what the receiver's speed is computed from; null if no request was sent. */
function endOf(outcome: Outcome | null): EndedAttempt | null {
  const health = outcome && 'health' in outcome ? outcome.health : undefined;
  const last = health?.records.at(-1);
  if (!last) return null;
  return { durationMs: last.durationMs, isSuccess: outcome?.kind === 'delivered' };
}
