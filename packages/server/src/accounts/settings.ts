import type { Audit } from '../audit/log';
import { DAY, iso, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Mailer } from '../platform/mail/mailer';
import { secondFactorChanged } from '../platform/mail/messages-of-changes';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { requireConfirmed, type Caller } from '../workspaces/principal';
import { findAccount, lockAccount, type AccountRow } from './account';
import { ACCOUNTS } from './model';

export interface AccountChanges {
  displayName?: string | undefined;
  mfaEnabled?: boolean | undefined;
}

export interface Settings {
  /** Returns the changed account. @throws {AppError} state_conflict if the second factor must stay on */
  update(caller: Caller, changes: AccountChanges): Promise<AccountRow>;
}

export interface SettingsOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  mailer: Mailer;
  mfa: 'always' | 'optional';
}

/** Changes that an account makes to itself. None of them takes a password. */
export function createSettings(options: SettingsOptions): Settings {
  const { database, clock, audit, mailer } = options;
  const accounts = modelOf(database, ACCOUNTS);

  const setMfa = async (tx: Tx, { accountId, email, ip }: Caller, isOn: boolean): Promise<void> => {
    const account = await lockAccount(tx, accountId);
    const mustStayOn = options.mfa === 'always' || account?.is_system === 1;
    if (!isOn && mustStayOn)
      throw new AppError('state_conflict', {
        message: 'The second factor must stay on: the relay asks for it, or you are a super-admin.',
      });
    const [changed] = await accounts.update(
      { mfa_enabled: isOn ? 1 : 0 },
      {
        where: { account_id: accountId, mfa_enabled: isOn ? 0 : 1 },
        transaction: await tx.forModels(),
      },
    );
    if (changed !== 1) return;
    const change = isOn ? 'mfa_on' : 'mfa_off';
    await mailer.enqueue(tx, email, secondFactorChanged(change, { at: iso(clock()), ip }), DAY);
  };

  return {
    update: (caller, { displayName, mfaEnabled }) =>
      database.transaction(async (tx) => {
        const { accountId, ip } = caller;
        if (mfaEnabled !== undefined) requireConfirmed(caller);
        if (mfaEnabled !== undefined) await setMfa(tx, caller, mfaEnabled);
        if (displayName !== undefined) {
          await accounts.update(
            { display_name: displayName },
            { where: { account_id: accountId }, transaction: await tx.forModels() },
          );
        }
        await audit.record(tx, {
          workspaceId: null,
          action: 'account.updated',
          actor: { accountId, displayName: caller.displayName },
          ip,
          subject: accountId,
          details: {
            ...(displayName !== undefined && { fields: ['display_name'] }),
            ...(mfaEnabled !== undefined && { mfa_enabled: mfaEnabled }),
          },
        });
        const account = await findAccount(tx, accountId);
        if (!account) throw new AppError('not_found');
        return account;
      }),
  };
}
