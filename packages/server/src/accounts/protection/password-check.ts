import { AppError } from '../../platform/errors';
import {
  refuseIfOverloaded,
  verifyAgainstNothing,
  verifyPassword,
} from '../../platform/security/password';
import type { Database, Tx } from '../../platform/storage/database';
import type { Caller } from '../../workspaces/principal';
import { findAccountByEmail, lockAccount, type AccountWithPassword } from '../account';
import type { Lockout, Origin } from './lockout';
import type { AttemptCount, SessionAttempts } from './session-attempts';

export interface PasswordCheck {
  /**
   * Checks the password of a sign-in. An address without an account takes the same time. A failure is counted by the
   * lockout. @throws {AppError} invalid_credentials
   */
  verify(origin: Origin, password: string): Promise<AccountWithPassword>;
  /**
   * Checks the password that a signed-in account gives again. Lockouts don't apply, but the session has few attempts.
   * @throws {AppError} invalid_credentials, too_many_attempts
   */
  confirm(caller: Caller, password: string, count?: AttemptCount): Promise<AccountWithPassword>;
  /**
   * Reads the account again and locks its row, in the transaction that relies on the password. Fails if the password
   * was changed in the meantime. @throws {AppError} invalid_credentials
   */
  hold(tx: Tx, verified: AccountWithPassword): Promise<AccountWithPassword>;
}

export interface PasswordCheckOptions {
  database: Database;
  lockout: Lockout;
  attempts: SessionAttempts;
  /** Records that a session gave its password again. */
  sessions: { confirm(sessionId: string): Promise<void> };
}

export function createPasswordCheck(options: PasswordCheckOptions): PasswordCheck {
  const { database, lockout, attempts, sessions } = options;

  const compare = async (email: string, password: string): Promise<AccountWithPassword | null> => {
    await refuseIfOverloaded();
    const account = await findAccountByEmail(database.read, email);
    const isRight = account
      ? await verifyPassword(account.password_hash, password)
      : await verifyAgainstNothing(password);
    return isRight ? account : null;
  };

  return {
    verify: async (origin, password) => {
      const account = await compare(origin.email, password);
      if (account) return account;
      await lockout.recordFailure(origin);
      throw new AppError('invalid_credentials');
    },

    confirm: async ({ sessionId, email }, password, count = 'secrets') => {
      const account = await attempts.judge(sessionId, () => compare(email, password), count);
      if (!account) throw new AppError('invalid_credentials');
      await sessions.confirm(sessionId);
      return account;
    },

    hold: async (tx, { account_id, password_hash }) => {
      const account = await lockAccount(tx, account_id);
      if (account?.password_hash !== password_hash) throw new AppError('invalid_credentials');
      return account;
    },
  };
}
