import { AppError } from '../errors';
import { refuseIfOverloaded, verifyAgainstNothing, verifyPassword } from '../security/password';
import type { Database, Tx } from '../storage/database';
import { findAccountByEmail, lockAccount, type AccountWithPassword } from './account';
import type { Lockout } from './lockout';

export interface PasswordCheck {
  /**
   * The account whose address and password these are. Takes the same time for an address without
   * one; a failure counts towards the lock. @throws {AppError} invalid_credentials
   */
  verify(email: string, password: string): Promise<AccountWithPassword>;
  /**
   * The account as it is now, its row held, in the transaction that gives something for the
   * password: there the lock is looked at, and whether the password is still the same.
   * @throws {AppError} invalid_credentials
   */
  hold(tx: Tx, verified: AccountWithPassword): Promise<AccountWithPassword>;
}

/**
 * A lock is looked at after the answer has been judged: however many guesses run at once, what they
 * find out ends with the tenth failure.
 */
export function createPasswordCheck(options: {
  database: Database;
  lockout: Lockout;
}): PasswordCheck {
  const { database, lockout } = options;
  return {
    verify: async (email, password) => {
      refuseIfOverloaded();
      const account = await findAccountByEmail(database.read, email);
      const isRight = account
        ? await verifyPassword(account.password_hash, password)
        : await verifyAgainstNothing(password);
      if (account && isRight) return account;
      await database.transaction((tx) => lockout.recordFailure(tx, email));
      throw new AppError('invalid_credentials');
    },

    hold: async (tx, { account_id, email, password_hash }) => {
      if (await lockout.isLocked(tx, email)) throw new AppError('invalid_credentials');
      const account = await lockAccount(tx, account_id);
      if (account?.password_hash !== password_hash) throw new AppError('invalid_credentials');
      return account;
    },
  };
}
