import type { Audit } from '../audit/log';
import { DAY, iso, MINUTE, type Clock } from '../clock';
import { AppError } from '../errors';
import type { Mailer } from '../mail/mailer';
import { resetCode } from '../mail/messages';
import { passwordChanged } from '../mail/messages-of-changes';
import { newCode } from '../security/one-time-code';
import { hashPassword } from '../security/password';
import type { Database, Tx } from '../storage/database';
import type { Caller } from '../workspaces/principal';
import { findAccount, findAccountByEmail, type AccountRow } from './account';
import { CODE_TTL_MS, unguessableCode, type Challenges } from './challenges';
import type { Cooldown } from './cooldown';
import type { Lockout } from './lockout';
import type { PasswordCheck } from './password-check';
import type { RefuseWeakPassword } from './password-policy';
import type { Sessions } from './sessions';

export interface Passwords {
  /** Sends a code, if the address has an active account; tells it in local mode without mail. */
  forgot(email: string): Promise<{ devOtp: string | null }>;
  /** Ends every session and gives none. @throws {AppError} challenge_invalid, otp_invalid, weak_password */
  reset(request: PasswordReset): Promise<void>;
  /** Ends the other sessions. @throws {AppError} invalid_credentials, weak_password */
  change(caller: Caller, current: string, password: string): Promise<void>;
}

export interface PasswordReset {
  email: string;
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
  cooldown: Cooldown;
  lockout: Lockout;
  sessions: Sessions;
  passwordCheck: PasswordCheck;
  refuseWeakPassword: RefuseWeakPassword;
  /** Whether answers carry the code. */
  revealsCodes: boolean;
}

interface Change {
  account: AccountRow;
  passwordHash: string;
  action: 'account.password_changed' | 'account.password_reset';
  ip: string;
  /** The session that made the change, if one did. */
  keptSessionId: string | null;
}

export function createPasswords(options: PasswordsOptions): Passwords {
  const { database, clock, challenges, cooldown, lockout, mailer, sessions } = options;
  const { passwordCheck, refuseWeakPassword } = options;

  /** Ends what the old password has opened; tells which sessions. */
  const replacePassword = async (tx: Tx, change: Change): Promise<string[]> => {
    const { account, passwordHash, action, ip } = change;
    const { account_id: accountId, email, display_name: displayName } = account;
    await tx.run('UPDATE accounts SET password_hash = ? WHERE account_id = ?', [
      passwordHash,
      accountId,
    ]);
    // Before the sessions: a login that is just being finished either finds its challenge replaced,
    // or has committed the session that is ended next.
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
    forgot: async (email) => {
      const code = newCode();
      try {
        const isActive = await database.transaction(async (tx) => {
          await cooldown.start(tx, email);
          // A challenge for every address: a guess at an unknown one looks like any other.
          const account = await findAccountByEmail(tx, email);
          const owner = account?.status === 'ACTIVE' ? account : null;
          await challenges.replaceOpen(tx, 'reset', email);
          await challenges.open(tx, {
            kind: 'reset',
            email,
            accountId: owner?.account_id ?? null,
            code: owner ? code : unguessableCode(),
          });
          if (owner) {
            await mailer.enqueue(tx, email, resetCode(code, CODE_TTL_MS / MINUTE), CODE_TTL_MS);
          }
          return owner !== null;
        });
        return { devOtp: isActive && options.revealsCodes ? code : null };
      } catch (error) {
        // Not even that a mail went to this address a moment ago is for a stranger to know.
        if (error instanceof AppError && error.code === 'resend_cooldown') return { devOtp: null };
        throw error;
      }
    },

    reset: async ({ email, otp, password, ip }) => {
      refuseWeakPassword(password, [email]);
      const challenge = await challenges.findByEmail(email, 'reset');
      const passwordHash = await hashPassword(password);
      const ended = await challenges.answer(challenge, {
        check: (current) => challenges.checkCode(current, otp),
        refusal: 'otp_invalid',
        onWrong: () => database.transaction((tx) => lockout.recordFailure(tx, email)),
        complete: async (tx, current) => {
          if (await lockout.isLocked(tx, email)) throw new AppError('otp_invalid');
          const account = await findAccount(tx, current.account_id!); // no code fits without one
          if (!account) throw new AppError('challenge_invalid');
          refuseWeakPassword(password, [email, account.display_name]);
          const action = 'account.password_reset';
          return replacePassword(tx, { account, passwordHash, action, ip, keptSessionId: null });
        },
      });
      sessions.tellEnded(ended);
    },

    change: async (caller, current, password) => {
      refuseWeakPassword(password, [caller.email, caller.displayName]);
      const verified = await passwordCheck.verify(caller.email, current);
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
      sessions.tellEnded(ended);
    },
  };
}
