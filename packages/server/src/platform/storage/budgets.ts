import { SECOND, type Clock } from '../clock';
import type { Database, Tx } from './database';
import { insertIfAbsent, type Sql } from './sql';
import { defineTable, integer, text } from './table';

/** @internal for the test of the models */
export const BUDGETS = defineTable('budgets', ['budget_key'], {
  budget_key: text(),
  used: integer(),
  ends_at: integer(),
});

/** A limit per span of time; the span begins with the first use. */
export interface Budget {
  /** The limit's name and subject, such as a tenant's id. */
  key: string;
  limit: number;
  windowMs: number;
}

export interface Budgets {
  /**
   * Counts one use, or several at once, in one conditional statement. Returns 0, or the seconds until the next use
   * is allowed.
   */
  take(tx: Tx, budget: Budget, uses?: number): Promise<number>;
  /** Returns one use, or several. A negative number counts further ones, also beyond the limit. */
  giveBack(tx: Tx, budget: Pick<Budget, 'key'>, uses?: number): Promise<void>;
  clear(tx: Tx, budget: Budget): Promise<void>;
  isSpent(sql: Sql, budget: Budget): Promise<boolean>;
  deleteExpired(): Promise<void>;
}

/** Counters in the database, the same for all nodes. */
export function createBudgets({ database, clock }: { database: Database; clock: Clock }): Budgets {
  return {
    take: async (tx, { key, limit, windowMs }, uses = 1) => {
      const now = clock();
      await insertIfAbsent(tx, BUDGETS, { budget_key: key, used: 0, ends_at: now + windowMs });
      // ends_at comes last: MySQL uses its new value in later assignments.
      const taken = await tx.run(
        `UPDATE budgets SET
           used = CASE WHEN ends_at <= ? THEN ? ELSE used + ? END,
           ends_at = CASE WHEN ends_at <= ? THEN ? ELSE ends_at END
         WHERE budget_key = ? AND (used <= ? OR ends_at <= ?) AND ? <= ?`,
        [now, uses, uses, now, now + windowMs, key, limit - uses, now, uses, limit],
      );
      if (taken === 1) return 0;
      const [row] = await tx.rows<{ ends_at: number }>(
        'SELECT ends_at FROM budgets WHERE budget_key = ?',
        [key],
      );
      return Math.max(1, Math.ceil(((row?.ends_at ?? now) - now) / SECOND));
    },

    giveBack: async (tx, { key }, uses = 1) => {
      await tx.run(
        `UPDATE budgets SET used = CASE WHEN used > ? THEN used - ? ELSE 0 END
         WHERE budget_key = ? AND used > 0`,
        [uses, uses, key],
      );
    },

    clear: async (tx, { key }) => {
      await tx.run('DELETE FROM budgets WHERE budget_key = ?', [key]);
    },

    isSpent: async (sql, { key, limit }) => {
      const rows = await sql.rows(
        'SELECT used FROM budgets WHERE budget_key = ? AND used >= ? AND ends_at > ?',
        [key, limit, clock()],
      );
      return rows.length > 0;
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM budgets WHERE ends_at <= ?', [clock()]),
      );
    },
  };
}
