import type { Audit } from '../../audit/log';
import { DAY, iso, MINUTE, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { MailBudgets } from '../../platform/mail/budgets';
import type { Mailer } from '../../platform/mail/mailer';
import { resetCode } from '../../platform/mail/messages';
import { passwordChanged } from '../../platform/mail/messages-of-changes';
import { newCode } from '../../platform/security/one-time-code';
import { hashPassword } from '../../platform/security/password';
import type { Database, Tx } from '../../platform/storage/database';
import type { Caller } from '../../workspaces/principal';
import { findAccount, findAccountByEmail, type AccountRow } from '../account';
import { CODE_TTL_MS, unguessableCode, type Challenges, type OpenedChallenge } from './challenges';
import type { KnownAddresses } from '../protection/known-addresses';
import type { Lockout } from '../protection/lockout';
import type { PasswordCheck } from '../protection/password-check';
import type { RefuseWeakPassword } from '../protection/password-policy';
import type { SentCode } from './registration';
import type { Sessions } from '../sessions/sessions';

export interface Passwords {
  /** Mails a code, if the address has an active account and a mail may be sent now. */
  forgot(email: string, ip: string): Promise<ForgottenPassword>;
  /**
   * Sets a new password, and ends every session and every lock. Starts no session.
   * @throws {AppError} challenge_invalid, otp_invalid, weak_password
   */
  reset(request: PasswordReset): Promise<void>;
  /**
   * Changes the password and ends the other sessions.
   * @throws {AppError} invalid_credentials, too_many_attempts, weak_password
   */
  change(caller: Caller, current: string, password: string): Promise<void>;
}

export interface ForgottenPassword extends SentCode {
  challengeToken: string;
}

export interface PasswordReset {
  challengeToken: string;
  otp: string;
  password: string;
  ip: string;
}

export interface PasswordsOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  mailer: Mailer;
  challenges: Challenges;
  mailBudgets: MailBudgets;
  knownAddresses: KnownAddresses;
  lockout: Lockout;
  sessions: Sessions;
  passwordCheck: PasswordCheck;
  refuseWeakPassword: RefuseWeakPassword;
  /** True if responses contain the code, as in local mode without mail. */
  revealsCodes: boolean;
}

interface Change {
  account: AccountRow;
  passwordHash: string;
  action: 'account.password_changed' | 'account.password_reset';
  ip: string;
  /** The session that made the change, which is not ended; null if there is none. */
  keptSessionId: string | null;
}

export function createPasswords(options: PasswordsOptions): Passwords {
  const { database, clock, challenges, knownAddresses, lockout, mailBudgets, mailer } = options;
  const { passwordCheck, refuseWeakPassword, revealsCodes, sessions } = options;

  /** Ends what the old password has opened, and returns the ids of the ended sessions. */
  const replacePassword = async (tx: Tx, change: Change): Promise<string[]> => {
    const { account, passwordHash, action, ip } = change;
    const { account_id: accountId, email, display_name: displayName } = account;
    await tx.run('UPDATE accounts SET password_hash = ? WHERE account_id = ?', [
      passwordHash,
      accountId,
    ]);
    // Challenges end before sessions do: a sign-in that is being completed either finds its challenge replaced, or has
    // committed the session that is ended next.
    await challenges.replaceOpen(tx, 'login', email);
    await challenges.replaceOpen(tx, 'reset', email);
    const ended = await sessions.endAll(tx, accountId, change.keptSessionId);
    await mailer.enqueue(tx, email, passwordChanged({ at: iso(clock()), ip }), DAY);
    await options.audit.record(tx, {
      workspaceId: null,
      action,
      actor: { accountId, displayName },
      ip,
      subject: accountId,
    });
    return ended;
  };

  return {
    forgot: async (email, ip) => {
      const code = newCode();
      const budget = await knownAddresses.mailBudgetFor(email, ip);
      const addressHmacs = knownAddresses.hmacsOf(email, ip);
      return database.transaction(async (tx) => {
        const maySend = revealsCodes || (await mailBudgets.take(tx, email, budget)) === 0;
        const sent = (opened: OpenedChallenge, devOtp: string | null): ForgottenPassword => ({
          challengeToken: opened.token,
          expiresAt: opened.expiresAt,
          resendAfterS: mailBudgets.cooldownS,
          devOtp,
        });
        // The first code may be in the mailbox already, so a second request's token accepts it too.
        const origin = { kind: 'reset', email } as const;
        const continued = maySend
          ? null
          : await challenges.continueNewest(tx, { ...origin, addressHmacs });
        if (continued) return sent(continued, null);

        // Every address gets a challenge, so that an unknown one looks like the others.
        const account = await findAccountByEmail(tx, email);
        const owner = maySend && account?.status === 'ACTIVE' ? account : null;
        const opened = await challenges.open(tx, {
          ...origin,
          addressHmac: addressHmacs[0],
          accountId: owner?.account_id ?? null,
          code: owner ? code : unguessableCode(),
        });
        if (owner) {
          await mailer.enqueue(tx, email, resetCode(code, CODE_TTL_MS / MINUTE), CODE_TTL_MS);
        }
        return sent(opened, owner && revealsCodes ? code : null);
      });
    },

    reset: async ({ challengeToken, otp, password, ip }) => {
      const challenge = await challenges.find(challengeToken, 'reset');
      const { email } = challenge;
      refuseWeakPassword(password, [email]);
      const passwordHash = await hashPassword(password);
      const ended = await challenges.answer(challenge, {
        check: (current) => challenges.checkCode(current, otp),
        refusal: 'otp_invalid',
        complete: async (tx, current) => {
          const account = await findAccount(tx, current.account_id!); // without an account, no code is right
          if (!account) throw new AppError('challenge_invalid');
          refuseWeakPassword(password, [email, account.display_name]);
          // A mailed code proves the mailbox, so locks do not apply, and all of them are removed.
          await lockout.clear(tx, email);
          const action = 'account.password_reset';
          return replacePassword(tx, { account, passwordHash, action, ip, keptSessionId: null });
        },
      });
      sessions.reportRevoked(ended);
    },

    change: async (caller, current, password) => {
      refuseWeakPassword(password, [caller.email, caller.displayName]);
      const verified = await passwordCheck.confirm(caller, current);
      const passwordHash = await hashPassword(password);
      const ended = await database.transaction(async (tx) =>
        replacePassword(tx, {
          account: await passwordCheck.hold(tx, verified),
          passwordHash,
          action: 'account.password_changed',
          ip: caller.ip,
          keptSessionId: caller.sessionId,
        }),
      );
      sessions.reportRevoked(ended);
    },
  };
}
