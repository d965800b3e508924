import { DAY, HOUR, MINUTE, type Clock } from '../clock';
import type { Database, Tx } from '../storage/database';
import { forUpdate, insertIfAbsent } from '../storage/sql';

export interface Lockout {
  /** Whether logins of this address are refused now; the row stays locked until the transaction ends. */
  isLocked(tx: Tx, email: string): Promise<boolean>;
  /** Counts a wrong password or code; the tenth in a row locks. */
  recordFailure(tx: Tx, email: string): Promise<void>;
  /** A finished login wipes the slate. */
  reset(tx: Tx, email: string): Promise<void>;
  /** Forgets addresses at which nobody has guessed for long. */
  deleteExpired(): Promise<void>;
}

const MAX_FAILURES = 10;
const FIRST_LOCK_MS = 15 * MINUTE;
const SECOND_LOCK_MS = HOUR;
const LONGEST_LOCK_MS = DAY;
const FORGET_AFTER_MS = 30 * DAY;

/** Counts by address, not by account: what is locked must not tell who has an account. */
export function createLockout({ database, clock }: { database: Database; clock: Clock }): Lockout {
  return {
    isLocked: async (tx, email) => {
      const [row] = await tx.rows<{ locked_until: number }>(
        `SELECT locked_until FROM lockouts WHERE email = ?${forUpdate(tx.dialect)}`,
        [email],
      );
      return row !== undefined && row.locked_until > clock();
    },

    recordFailure: async (tx, email) => {
      const now = clock();
      await insertIfAbsent(tx, 'lockouts', {
        email,
        failures: 0,
        lock_count: 0,
        locked_until: 0,
        last_failure_at: now,
      });
      await tx.run(
        'UPDATE lockouts SET failures = failures + 1, last_failure_at = ? WHERE email = ? AND locked_until <= ?',
        [now, email, now],
      );
      // locked_until stands first: MySQL takes the new lock_count for what follows its assignment.
      await tx.run(
        `UPDATE lockouts SET
           locked_until = ? + CASE lock_count WHEN 0 THEN ? WHEN 1 THEN ? ELSE ? END,
           lock_count = lock_count + 1,
           failures = 0
         WHERE email = ? AND failures >= ?`,
        [now, FIRST_LOCK_MS, SECOND_LOCK_MS, LONGEST_LOCK_MS, email, MAX_FAILURES],
      );
    },

    reset: async (tx, email) => {
      await tx.run('DELETE FROM lockouts WHERE email = ?', [email]);
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM lockouts WHERE last_failure_at <= ?', [clock() - FORGET_AFTER_MS]),
      );
    },
  };
}
