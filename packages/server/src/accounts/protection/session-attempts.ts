import type { Budget, Budgets } from '../../platform/storage/budgets';
import { DAY, MINUTE } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Database } from '../../platform/storage/database';

/** Secrets of a change are counted apart from passwords that only confirm who asks. */
export type AttemptCount = 'secrets' | 'confirmations';

export interface SessionAttempts {
  /**
   * Judges a secret that a signed-in account gives again. Null is a wrong one. There are five of a
   * count, and they have nothing to do with the lock of logins.
   * @throws {AppError} too_many_attempts
   */
  judge<Result>(
    sessionId: string,
    check: () => Promise<Result | null>,
    count?: AttemptCount,
  ): Promise<Result | null>;
  /** Whether no attempt is left. */
  areSpent(sessionId: string, count: AttemptCount): Promise<boolean>;
}

/** The fifth wrong confirmation ends its session, so these are counted for all of its life. */
const WINDOW_MS: Record<AttemptCount, number> = { secrets: 15 * MINUTE, confirmations: 7 * DAY };

function budgetOf(sessionId: string, count: AttemptCount): Budget {
  return { key: `session-${count}:${sessionId}`, limit: 5, windowMs: WINDOW_MS[count] };
}

/** Without this limit, a stolen session could guess the account's password without end. */
export function createSessionAttempts(options: {
  database: Database;
  budgets: Budgets;
}): SessionAttempts {
  const { database, budgets } = options;
  return {
    judge: async (sessionId, check, count = 'secrets') => {
      const budget = budgetOf(sessionId, count);
      // Counted before the comparison, so that parallel guesses can't share an attempt.
      const retryAfterS = await database.transaction((tx) => budgets.take(tx, budget));
      if (retryAfterS > 0) throw new AppError('too_many_attempts', { retryAfterS });
      let result;
      try {
        result = await check();
      } catch (error) {
        // The secret was not checked: return the attempt.
        await database.transaction((tx) => budgets.giveBack(tx, budget));
        throw error;
      }
      if (result !== null) await database.transaction((tx) => budgets.clear(tx, budget));
      return result;
    },

    areSpent: (sessionId, count) => budgets.isSpent(database.read, budgetOf(sessionId, count)),
  };
}
