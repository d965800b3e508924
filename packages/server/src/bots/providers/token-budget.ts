import { DAY, type Clock } from '../../platform/clock';
import type { Budget, Budgets } from '../../platform/storage/budgets';
import type { Database, Tx } from '../../platform/storage/database';
import { createGroupCommit } from '../../platform/storage/group-commit';
import type { Tenant } from '../../tenants/tenant';

type Owner = Pick<Tenant, 'tenantId' | 'bot'>;

/** A tenant's tokens of a day in UTC, counted in the database for all nodes. */
export interface TokenBudget {
  /**
   * Takes tokens before the call, so that simultaneous questions can't exceed the limit. False: too few are left.
   * @param share of the day's tokens that this may use up to, 0 to 1; by default all
   * @throws {AppError} overloaded or storage_unavailable
   */
  reserve(tenant: Owner, tokens: number, share?: number): Promise<boolean>;
  /** Replaces what was reserved by what was used. @throws {AppError} overloaded or storage_unavailable */
  settle(tenant: Owner, reserved: number, used: number): Promise<void>;
}

interface Job {
  tenantId: string;
  budget: Budget;
  /** Tokens to take; null: `unused` is given back. */
  wanted: number | null;
  unused: number;
}

const MAX_BATCH = 256;
const MAX_QUEUED = 10_000;

/**
 * Counts many questions in one commit. With a transaction for each question, the acks of all visitors would wait for
 * them on SQLite, which has one writer.
 */
export function createTokenBudget(options: {
  database: Database;
  budgets: Pick<Budgets, 'take' | 'giveBack'>;
  clock: Clock;
}): TokenBudget {
  const { database, budgets, clock } = options;
  const budgetOf = ({ tenantId, bot }: Owner, share = 1): Budget => ({
    key: `model_tokens:${tenantId}:${new Date(clock()).toISOString().slice(0, 10)}`,
    limit: Math.floor(bot.dailyTokens * share),
    windowMs: DAY,
  });

  const applyTo = async (tx: Tx, jobs: readonly Job[], done: Map<Job, boolean>): Promise<void> => {
    const { budget } = jobs[0]!;
    const unused = jobs.reduce((sum, job) => sum + job.unused, 0);
    if (unused !== 0) await budgets.giveBack(tx, budget, unused);
    const takers = jobs.filter(({ wanted }) => wanted !== null);
    const all = takers.reduce((sum, { wanted }) => sum + (wanted ?? 0), 0);
    const limit = Math.min(...takers.map((job) => job.budget.limit));
    const isRoomForAll =
      takers.length > 1 && (await budgets.take(tx, { ...budget, limit }, all)) === 0;
    for (const job of takers) {
      done.set(job, isRoomForAll || (await budgets.take(tx, job.budget, job.wanted ?? 0)) === 0);
    }
  };
  const group = createGroupCommit<Job, boolean>({
    database,
    maxBatch: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxInFlight: 1,
    keyOf: ({ budget }) => budget.key,
    shardOf: ({ tenantId }) => tenantId,
    apply: async (tx, jobs) => {
      const byKey = new Map<string, Job[]>();
      for (const job of jobs) {
        byKey.set(job.budget.key, [...(byKey.get(job.budget.key) ?? []), job]);
      }
      const done = new Map<Job, boolean>();
      // All nodes lock the rows in one order, which prevents deadlocks.
      for (const key of [...byKey.keys()].toSorted()) await applyTo(tx, byKey.get(key)!, done);
      return jobs.map((job) => done.get(job) ?? true);
    },
  });

  return {
    reserve: (tenant, tokens, share) =>
      group.submit({
        tenantId: tenant.tenantId,
        budget: budgetOf(tenant, share),
        wanted: tokens,
        unused: 0,
      }),
    settle: async (tenant, reserved, used) => {
      const { tenantId } = tenant;
      const unused = reserved - used;
      await group.submit({ tenantId, budget: budgetOf(tenant), wanted: null, unused });
    },
  };
}
