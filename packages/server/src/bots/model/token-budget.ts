import { DAY, type Clock } from '../../platform/clock';
import type { Budget, Budgets } from '../../platform/storage/budgets';
import type { Database } from '../../platform/storage/database';
import type { Tenant } from '../../tenants/tenant';

/** A tenant's tokens of a day in UTC, counted in the database for all nodes. */
export interface TokenBudget {
  /** Before the call, so that visitors who ask at once can't pass the limit together. False: not enough are left. */
  reserve(tenant: Pick<Tenant, 'tenantId' | 'bot'>, tokens: number): Promise<boolean>;
  /** Replaces what was reserved by what was used. */
  settle(tenant: Pick<Tenant, 'tenantId' | 'bot'>, reserved: number, used: number): Promise<void>;
}

export function createTokenBudget(options: {
  database: Database;
  budgets: Pick<Budgets, 'take' | 'giveBack'>;
  clock: Clock;
}): TokenBudget {
  const { database, budgets, clock } = options;
  const budgetOf = ({ tenantId, bot }: Pick<Tenant, 'tenantId' | 'bot'>): Budget => ({
    key: `model_tokens:${tenantId}:${new Date(clock()).toISOString().slice(0, 10)}`,
    limit: bot.dailyTokens,
    windowMs: DAY,
  });
  return {
    reserve: async (tenant, tokens) =>
      (await database.transaction((tx) => budgets.take(tx, budgetOf(tenant), tokens))) === 0,
    settle: (tenant, reserved, used) =>
      database.transaction((tx) => budgets.giveBack(tx, budgetOf(tenant), reserved - used)),
  };
}
