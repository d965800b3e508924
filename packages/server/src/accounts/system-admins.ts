import type { Audit } from '../audit/log';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import { hashPassword } from '../platform/security/password';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { forUpdate } from '../platform/storage/sql';
import { findAccountByEmail, insertAccount, type AccountRow } from './account';
import { ACCOUNTS } from './model';
import type { Challenges } from './sign-in/challenges';
import type { Lockout } from './protection/lockout';

export interface SystemAdminSeed {
  /** Normalised. */
  email: string;
  password: string;
  displayName: string;
}

export type SeedOutcome = 'created' | 'promoted' | 'unchanged';

export interface SystemAdmins {
  /**
   * Makes sure that a super-admin can sign in. Many nodes may call it at once. An existing account is promoted and
   * keeps its password.
   */
  seed(
    seed: SystemAdminSeed,
    ip: string | null,
  ): Promise<{ account: AccountRow; outcome: SeedOutcome }>;
  /** @throws {AppError} not_found, account_not_active */
  promote(email: string, ip: string): Promise<AccountRow>;
  /** @throws {AppError} not_found, last_system_admin */
  demote(email: string, ip: string): Promise<AccountRow>;
}

export interface SystemAdminsOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  challenges: Challenges;
  lockout: Lockout;
}

/** Locks the super-admins in one order: of two that are demoted at once, the second one sees the first change. */
export function lockSystemAdmins(tx: Tx): Promise<{ account_id: string }[]> {
  return tx.rows<{ account_id: string }>(
    `SELECT account_id FROM accounts WHERE is_system = 1 ORDER BY account_id${forUpdate(tx.dialect)}`,
  );
}

export function createSystemAdmins(options: SystemAdminsOptions): SystemAdmins {
  const { database, clock, audit, challenges, lockout } = options;
  const accounts = modelOf(database, ACCOUNTS);

  const record = (
    tx: Tx,
    action: 'created' | 'promoted' | 'demoted',
    accountId: string,
    ip: string | null,
    by: string,
  ) =>
    audit.record(tx, {
      workspaceId: null,
      action: `system_admin.${action}`,
      actor: null,
      ip,
      subject: accountId,
      details: { by },
    });

  /** Reads the account after the change. */
  const accountOf = async (tx: Tx, email: string): Promise<AccountRow> => {
    const account = await findAccountByEmail(tx, email);
    if (!account) throw new AppError('not_found');
    const { password_hash: _hidden, ...rest } = account;
    return rest;
  };

  const setSystem = async (tx: Tx, accountId: string, isSystem: boolean): Promise<boolean> => {
    const [changed] = await accounts.update(
      { is_system: isSystem ? 1 : 0 },
      {
        where: { account_id: accountId, is_system: isSystem ? 0 : 1 },
        transaction: await tx.forModels(),
      },
    );
    return changed === 1;
  };

  /**
   * Gives a pending account the seed's password, and ends its open challenges. A pending account belongs to no one: the
   * person who chose its password has not proven that the address is theirs.
   */
  const takeOverPending = async (tx: Tx, seed: SystemAdminSeed, hash: string): Promise<boolean> => {
    const [taken] = await accounts.update(
      { status: 'ACTIVE', is_system: 1, password_hash: hash, display_name: seed.displayName },
      { where: { email: seed.email, status: 'PENDING' }, transaction: await tx.forModels() },
    );
    if (taken === 1) await challenges.replaceOpen(tx, 'registration', seed.email);
    return taken === 1;
  };

  const createOrTakeOver = async (tx: Tx, seed: SystemAdminSeed, hash: string) =>
    (await insertAccount(tx, {
      email: seed.email,
      displayName: seed.displayName,
      passwordHash: hash,
      status: 'ACTIVE',
      isSystem: true,
      createdAt: clock(),
    })) || takeOverPending(tx, seed, hash);

  return {
    seed: async (seed, ip) => {
      const existing = await findAccountByEmail(database.read, seed.email);
      const hash = existing?.status === 'ACTIVE' ? null : await hashPassword(seed.password);
      return database.transaction(async (tx) => {
        let outcome: SeedOutcome = 'unchanged';
        if (hash !== null && (await createOrTakeOver(tx, seed, hash))) outcome = 'created';
        const account = await accountOf(tx, seed.email);
        if (await setSystem(tx, account.account_id, true)) outcome = 'promoted';
        await lockout.clear(tx, seed.email);
        if (outcome !== 'unchanged') await record(tx, outcome, account.account_id, ip, 'seed');
        return { account: await accountOf(tx, seed.email), outcome };
      });
    },

    promote: (email, ip) =>
      database.transaction(async (tx) => {
        const account = await accountOf(tx, email);
        if (account.status !== 'ACTIVE') throw new AppError('account_not_active');
        if (await setSystem(tx, account.account_id, true)) {
          await record(tx, 'promoted', account.account_id, ip, 'break-glass');
        }
        await lockout.clear(tx, email);
        return accountOf(tx, email);
      }),

    demote: (email, ip) =>
      database.transaction(async (tx) => {
        const admins = await lockSystemAdmins(tx);
        const account = await accountOf(tx, email);
        if (account.is_system === 0) return account;
        if (admins.length < 2) throw new AppError('last_system_admin');
        await setSystem(tx, account.account_id, false);
        await record(tx, 'demoted', account.account_id, ip, 'break-glass');
        return accountOf(tx, email);
      }),
  };
}
