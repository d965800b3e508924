import type { Budgets } from '../../platform/storage/budgets';
import { MINUTE } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Database } from '../../platform/storage/database';

export interface SessionAttempts {
  /**
   * Judges a secret that a signed-in account gives again. Null is a wrong one, and the fifth in 15
   * minutes is the session's last; it has nothing to do with the lock of logins.
   * @throws {AppError} too_many_attempts
   */
  judge<Result>(sessionId: string, check: () => Promise<Result | null>): Promise<Result | null>;
}

/** Without it a stolen session could guess its account's password without end. */
export function createSessionAttempts(options: {
  database: Database;
  budgets: Budgets;
}): SessionAttempts {
  const { database, budgets } = options;
  return {
    judge: async (sessionId, check) => {
      const budget = { key: `session-attempts:${sessionId}`, limit: 5, windowMs: 15 * MINUTE };
      // Counted before it is compared, so that parallel guesses can't share an attempt.
      const retryAfterS = await database.transaction((tx) => budgets.take(tx, budget));
      if (retryAfterS > 0) throw new AppError('too_many_attempts', { retryAfterS });
      let result;
      try {
        result = await check();
      } catch (error) {
        // It was not judged.
        await database.transaction((tx) => budgets.giveBack(tx, budget));
        throw error;
      }
      if (result !== null) await database.transaction((tx) => budgets.clear(tx, budget));
      return result;
    },
  };
}
