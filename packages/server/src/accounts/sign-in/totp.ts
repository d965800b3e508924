import type { Audit } from '../../audit/log';
import { DAY, iso, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Mailer } from '../../platform/mail/mailer';
import { secondFactorChanged } from '../../platform/mail/messages-of-changes';
import type { Database, Tx } from '../../platform/storage/database';
import type { Caller } from '../../workspaces/principal';
import { findAccount } from '../account';
import type { Authenticator } from './authenticator';
import type { LoginFactor } from './factors';
import type { PasswordCheck } from '../protection/password-check';
import type { SessionAttempts } from '../protection/session-attempts';

export interface Totp {
  /**
   * Returns the `otpauth:` address for an app.
   * @throws {AppError} invalid_credentials, state_conflict, totp_unavailable
   */
  enroll(caller: Caller, password: string): Promise<string>;
  /**
   * Checks the app's first code; sign-ins then offer the app.
   * @throws {AppError} totp_invalid, state_conflict, totp_unavailable
   */
  activate(caller: Caller, code: string): Promise<void>;
  /** Switches it off; succeeds if it is off already. @throws {AppError} invalid_credentials, totp_unavailable */
  disable(caller: Caller, password: string): Promise<void>;
}

export interface TotpOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  mailer: Mailer;
  attempts: SessionAttempts;
  passwordCheck: PasswordCheck;
  authenticator: Authenticator | null;
}

/**
 * Stores a code's time step in the relay as well, because the authenticator may forget used codes or be restored from
 * a backup: RFC 6238, section 5.2, accepts a code once. Parameters: the step, the account, the step.
 */
const IS_NEW_STEP = 'account_id = ? AND (last_totp_step IS NULL OR last_totp_step < ?)';

/** Codes of an authenticator app, checked by the authenticator service. */
export function createTotpFactor(authenticator: Authenticator): LoginFactor {
  return {
    name: 'totp',
    method: 'totp',
    refusal: 'totp_invalid',
    isOfferedTo: (account) => account.totp_enabled === 1,
    check: async ({ account_id: accountId, challenge_id }, code) => {
      if (accountId === null) return null;
      const outcome = await authenticator.verify(accountId, code, challenge_id);
      if (!outcome.isValid) return null;
      const { timeStep } = outcome;
      return async (tx) => {
        const claimed = await tx.run(
          `UPDATE accounts SET last_totp_step = ? WHERE ${IS_NEW_STEP} AND totp_enabled = 1`,
          [timeStep, accountId, timeStep],
        );
        return claimed === 1;
      };
    },
  };
}

export function createTotp(options: TotpOptions): Totp {
  const { database, clock, audit, mailer, attempts, passwordCheck, authenticator } = options;

  const configured = (): Authenticator => {
    if (authenticator) return authenticator;
    throw new AppError('state_conflict', { message: 'No authenticator is configured.' });
  };

  const refuseWhenOn = (account: { totp_enabled: number } | null): void => {
    if (account?.totp_enabled !== 1) return;
    throw new AppError('state_conflict', { message: 'The authenticator app is on already.' });
  };

  const tell = async (tx: Tx, caller: Caller, change: 'totp_on' | 'totp_off'): Promise<void> => {
    const { accountId, displayName, email, ip } = caller;
    await mailer.enqueue(tx, email, secondFactorChanged(change, { at: iso(clock()), ip }), DAY);
    await audit.record(tx, {
      workspaceId: null,
      action: change === 'totp_on' ? 'account.totp_enabled' : 'account.totp_disabled',
      actor: { accountId, displayName },
      ip,
      subject: accountId,
    });
  };

  return {
    enroll: async (caller, password) => {
      const service = configured();
      const verified = await passwordCheck.confirm(caller, password);
      const account = await database.transaction((tx) => passwordCheck.hold(tx, verified));
      refuseWhenOn(account);
      return service.enroll(account.account_id);
    },

    activate: async (caller, code) => {
      const { accountId, sessionId } = caller;
      const service = configured();
      refuseWhenOn(await findAccount(database.read, accountId));
      const right = await attempts.judge(sessionId, async () => {
        const outcome = await service.activate(accountId, code);
        if (outcome.isValid) return outcome;
        if (outcome.reason !== 'not_enrolled') return null;
        throw new AppError('state_conflict', { message: 'Enrol an authenticator app first.' });
      });
      if (!right) throw new AppError('totp_invalid');
      const { timeStep } = right;
      await database.transaction(async (tx) => {
        const activated = await tx.run(
          `UPDATE accounts SET totp_enabled = 1, last_totp_step = ? WHERE ${IS_NEW_STEP} AND totp_enabled = 0`,
          [timeStep, accountId, timeStep],
        );
        if (activated !== 1) throw new AppError('totp_invalid');
        await tell(tx, caller, 'totp_on');
      });
    },

    disable: async (caller, password) => {
      const verified = await passwordCheck.confirm(caller, password);
      await database.transaction((tx) => passwordCheck.hold(tx, verified));
      // An account can switch it off even if the service is no longer configured.
      await authenticator?.disable(caller.accountId);
      await database.transaction(async (tx) => {
        const disabled = await tx.run(
          'UPDATE accounts SET totp_enabled = 0 WHERE account_id = ? AND totp_enabled = 1',
          [caller.accountId],
        );
        if (disabled === 1) await tell(tx, caller, 'totp_off');
      });
    },
  };
}
