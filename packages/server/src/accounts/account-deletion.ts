import type { Audit } from '../audit/log';
import { DAY, iso, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Logger } from '../platform/log';
import type { Mailer } from '../platform/mail/mailer';
import { accountDeleted } from '../platform/mail/messages-of-changes';
import type { Database, Tx } from '../platform/storage/database';
import type { Members } from '../workspaces/members';
import type { Caller } from '../workspaces/principal';
import type { PasswordCheck } from './protection/password-check';
import type { Authenticator } from './sign-in/authenticator';
import { lockSystemAdmins } from './system-admins';

/**
 * The tables whose rows an account's deletion removes. Memberships are ended elsewhere; lockouts and mail budgets stay,
 * because they protect the address, and so does the id in audit entries. @internal for a test that reads the schema
 */
export const ACCOUNT_TABLES = [
  'console_sessions',
  'challenges',
  'known_addresses',
  'idempotency_keys',
  'accounts',
];

export interface AccountDeletionDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  audit: Audit;
  mailer: Mailer;
  members: Pick<Members, 'leaveAll'>;
  passwordCheck: PasswordCheck;
  authenticator: Authenticator | null;
}

/**
 * Deletes the caller's account at once. Its name stays in the messages that it wrote to visitors.
 * @throws {AppError} invalid_credentials, too_many_attempts, last_system_admin; last_owner with the workspaces
 * that have no other owner
 */
export type DeleteAccount = (caller: Caller, password: string) => Promise<void>;

export function createAccountDeletion(deps: AccountDeletionDeps): DeleteAccount {
  const { database, clock, log, audit, mailer, members, passwordCheck, authenticator } = deps;

  const erase = async (tx: Tx, caller: Caller): Promise<void> => {
    const { accountId, email, ip } = caller;
    await members.leaveAll(tx, caller);
    await tx.run('UPDATE workspaces SET created_by = NULL WHERE created_by = ?', [accountId]);
    // Challenges of a registration or a reset name only the address, so the account's id does not find them.
    await tx.run('DELETE FROM challenges WHERE email = ?', [email]);
    for (const table of ACCOUNT_TABLES) {
      await tx.run(`DELETE FROM ${table} WHERE account_id = ?`, [accountId]);
    }
    // Accepted invitations are kept for a while, with the address.
    await tx.run('DELETE FROM invitations WHERE email = ? AND accepted_at IS NOT NULL', [email]);
    await mailer.enqueue(tx, email, accountDeleted({ at: iso(clock()), ip }), DAY);
    await audit.forgetAccount(tx, caller);
    await audit.record(tx, {
      workspaceId: null,
      action: 'account.deleted',
      actor: { accountId, displayName: null },
      ip,
      subject: accountId,
    });
  };

  return async (caller, password) => {
    const verified = await passwordCheck.confirm(caller, password);
    await database.transaction(async (tx) => {
      // Locked before the account's own row, in the order in which a demotion locks them.
      const admins = await lockSystemAdmins(tx);
      const account = await passwordCheck.hold(tx, verified);
      if (account.is_system === 1 && admins.length < 2) throw new AppError('last_system_admin');
      await erase(tx, caller);
    });
    if (verified.totp_enabled !== 1) return;
    await authenticator
      ?.disable(caller.accountId)
      .catch((err: unknown) =>
        log.warn(
          { event: 'account.totp_not_disabled', err },
          'the authenticator keeps the secret of a deleted account',
        ),
      );
  };
}
