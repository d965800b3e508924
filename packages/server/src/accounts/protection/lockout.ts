import type { Budget, Budgets } from '../../platform/storage/budgets';
import { DAY, HOUR, MINUTE, type Clock } from '../../platform/clock';
import { rateKey } from '../../platform/rate-limits/client-address';
import type { Database, Tx } from '../../platform/storage/database';
import { forUpdate, insertIfAbsent, type Sql } from '../../platform/storage/sql';
import { LOCKOUTS } from '../model';
import type { KnownAddresses } from './known-addresses';

/** The e-mail and network address of a login attempt. */
export interface Origin {
  email: string;
  ip: string;
}

export interface Lockout {
  /** True if sign-ins of this pair are refused now. Its row stays locked until the transaction ends. */
  isLocked(tx: Tx, origin: Origin): Promise<boolean>;
  /**
   * True after so many guesses at this account from unknown addresses that a correct password from one of them is not
   * enough: a mailed code is needed as well.
   */
  needsMailedCode(sql: Sql, origin: Origin): Promise<boolean>;
  /** Counts a wrong password or code. The tenth in a row locks the pair. While it is locked, nothing is counted. */
  recordFailure(origin: Origin): Promise<void>;
  /** Resets the count of a pair after a complete login. */
  reset(tx: Tx, origin: Origin): Promise<void>;
  /** Ends the locks of an account at all network addresses. */
  clear(tx: Tx, email: string): Promise<void>;
  deleteExpired(): Promise<void>;
}

export interface LockoutOptions {
  database: Database;
  clock: Clock;
  budgets: Budgets;
  knownAddresses: KnownAddresses;
}

const MAX_FAILURES = 10;
const FIRST_LOCK_MS = 15 * MINUTE;
const NEXT_LOCK_MS = HOUR;
const FORGET_AFTER_MS = DAY;
const PAIR = 'email = ? AND network = ?';

const failuresOfStrangers = (email: string): Budget => ({
  key: `failures-of-strangers:${email}`,
  limit: 100,
  windowMs: DAY,
});

/**
 * Locks a pair of e-mail and network address, so that an attacker elsewhere can't lock out the owner. An e-mail without
 * an account is counted as well, because a lock must not reveal whether an account exists.
 */
export function createLockout(options: LockoutOptions): Lockout {
  const { database, clock, budgets, knownAddresses } = options;

  const pairOf = ({ email, ip }: Origin): [string, string] => [email, rateKey(ip)];

  return {
    isLocked: async (tx, origin) => {
      const [row] = await tx.rows<{ locked_until: number }>(
        `SELECT locked_until FROM lockouts WHERE ${PAIR}${forUpdate(tx.dialect)}`,
        pairOf(origin),
      );
      return row !== undefined && row.locked_until > clock();
    },

    needsMailedCode: async (sql, { email, ip }) =>
      (await budgets.isSpent(sql, failuresOfStrangers(email))) &&
      !(await knownAddresses.isKnown(sql, email, ip)),

    recordFailure: async (origin) => {
      const [email, network] = pairOf(origin);
      const isKnown = await knownAddresses.isKnown(database.read, email, origin.ip);
      await database.transaction(async (tx) => {
        const now = clock();
        const forgotten = now - FORGET_AFTER_MS;
        await insertIfAbsent(tx, LOCKOUTS, {
          email,
          network,
          failures: 0,
          lock_count: 0,
          locked_until: 0,
          last_failure_at: now,
        });
        // last_failure_at is assigned last, because MySQL uses its new value in the assignments after it.
        const counted = await tx.run(
          `UPDATE lockouts SET
             failures = CASE WHEN last_failure_at <= ? THEN 1 ELSE failures + 1 END,
             lock_count = CASE WHEN last_failure_at <= ? THEN 0 ELSE lock_count END,
             last_failure_at = ?
           WHERE ${PAIR} AND locked_until <= ?`,
          [forgotten, forgotten, now, email, network, now],
        );
        if (counted === 0) return;
        // locked_until is assigned first, for the same reason.
        await tx.run(
          `UPDATE lockouts SET
             locked_until = ? + CASE lock_count WHEN 0 THEN ? ELSE ? END,
             lock_count = lock_count + 1,
             failures = 0
           WHERE ${PAIR} AND failures >= ?`,
          [now, FIRST_LOCK_MS, NEXT_LOCK_MS, email, network, MAX_FAILURES],
        );
        if (!isKnown) await budgets.take(tx, failuresOfStrangers(email));
      });
    },

    reset: async (tx, origin) => {
      await tx.run(`DELETE FROM lockouts WHERE ${PAIR}`, pairOf(origin));
    },

    clear: async (tx, email) => {
      await tx.run('DELETE FROM lockouts WHERE email = ?', [email]);
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM lockouts WHERE last_failure_at <= ?', [clock() - FORGET_AFTER_MS]),
      );
    },
  };
}
