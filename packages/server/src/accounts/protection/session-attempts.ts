import type { Budget, Budgets } from '../../platform/storage/budgets';
import { DAY, MINUTE } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Database } from '../../platform/storage/database';

/** `secrets` are passwords or codes that a change needs; `confirmations` are passwords that only confirm the person. */
export type AttemptCount = 'secrets' | 'confirmations';

export interface SessionAttempts {
  /**
   * Runs `check` on a secret that a signed-in account gives again; null means that it was wrong. Each count allows five
   * attempts in its window, apart from the lockout of sign-ins.
   * @throws {AppError} too_many_attempts
   */
  judge<Result>(
    sessionId: string,
    check: () => Promise<Result | null>,
    count?: AttemptCount,
  ): Promise<Result | null>;
  /** True if no attempt is left. */
  areSpent(sessionId: string, count: AttemptCount): Promise<boolean>;
}

/** The fifth wrong confirmation ends its session, so confirmations are counted for a session's whole life. */
const WINDOW_MS: Record<AttemptCount, number> = { secrets: 15 * MINUTE, confirmations: 7 * DAY };

function budgetOf(sessionId: string, count: AttemptCount): Budget {
  return { key: `session-${count}:${sessionId}`, limit: 5, windowMs: WINDOW_MS[count] };
}

/** Limits how often a session may guess: without it, a stolen session could guess the password without end. */
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
        // The secret could not be checked: return the attempt.
        await database.transaction((tx) => budgets.giveBack(tx, budget));
        throw error;
      }
      if (result !== null) await database.transaction((tx) => budgets.clear(tx, budget));
      return result;
    },

    areSpent: (sessionId, count) => budgets.isSpent(database.read, budgetOf(sessionId, count)),
  };
}
