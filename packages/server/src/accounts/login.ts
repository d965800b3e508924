import { MINUTE } from '../clock';
import { AppError } from '../errors';
import { maskEmail } from '../mail/address';
import type { Mailer } from '../mail/mailer';
import { loginCode } from '../mail/messages';
import { newCode } from '../security/one-time-code';
import type { Database } from '../storage/database';
import { findAccount, type AccountRow } from './account';
import { CODE_TTL_MS, type Challenges } from './challenges';
import type { Cooldown } from './cooldown';
import type { LoginFactor } from './factors';
import type { Lockout } from './lockout';
import type { PasswordCheck } from './password-check';
import type { SentCode } from './registration';
import type { Device, IssuedSession, Sessions } from './sessions';

export type LoginResult =
  | { needsSecondFactor: false; session: IssuedSession }
  | {
      needsSecondFactor: true;
      challengeToken: string;
      factors: LoginFactor['name'][];
      expiresAt: number;
    };

export interface Login {
  /** @throws {AppError} invalid_credentials, account_pending */
  start(email: string, password: string, device: Device): Promise<LoginResult>;
  /** @throws {AppError} challenge_invalid, resend_cooldown */
  sendCode(challengeToken: string): Promise<SentCode & { maskedEmail: string }>;
  /** @throws {AppError} challenge_invalid, or the factor's refusal */
  verify(
    challengeToken: string,
    factor: LoginFactor['name'],
    answer: string,
    device: Device,
  ): Promise<IssuedSession>;
}

export interface LoginOptions {
  database: Database;
  mailer: Mailer;
  challenges: Challenges;
  cooldown: Cooldown;
  lockout: Lockout;
  passwordCheck: PasswordCheck;
  sessions: Sessions;
  factors: Record<LoginFactor['name'], LoginFactor>;
  mfa: 'always' | 'optional';
  /** E-mails that become super-admins by this login. */
  systemAdminEmails: readonly string[];
  /** Whether answers carry the code. */
  revealsCodes: boolean;
}

/** The lock is looked at in each transaction that would give something away. */
export function createLogin(options: LoginOptions): Login {
  const { database, challenges, cooldown, lockout, passwordCheck, sessions, factors } = options;

  const countFailure = (email: string): Promise<void> =>
    database.transaction((tx) => lockout.recordFailure(tx, email));

  const needsSecondFactor = (account: AccountRow): boolean =>
    options.mfa === 'always' ||
    account.mfa_enabled === 1 ||
    account.is_system === 1 ||
    options.systemAdminEmails.includes(account.email);

  return {
    start: async (email, password, device) => {
      const verified = await passwordCheck.verify(email, password);
      return database.transaction(async (tx): Promise<LoginResult> => {
        const account = await passwordCheck.hold(tx, verified);
        if (account.status === 'PENDING') throw new AppError('account_pending');
        if (!needsSecondFactor(account)) {
          await lockout.reset(tx, email);
          const session = await sessions.issue(tx, account, ['pwd'], device);
          return { needsSecondFactor: false, session };
        }
        const opened = await challenges.open(tx, {
          kind: 'login',
          email,
          accountId: account.account_id,
        });
        return {
          needsSecondFactor: true,
          challengeToken: opened.token,
          factors: Object.values(factors)
            .filter((factor) => factor.isOfferedTo(account))
            .map(({ name }) => name),
          expiresAt: opened.expiresAt,
        };
      });
    },

    sendCode: async (challengeToken) => {
      const challenge = await challenges.find(challengeToken, 'login');
      const { email } = challenge;
      const code = newCode();
      const expiresAt = await database.transaction(async (tx) => {
        if (await lockout.isLocked(tx, email)) throw new AppError('challenge_invalid');
        await cooldown.start(tx, email);
        const message = loginCode(code, CODE_TTL_MS / MINUTE);
        await options.mailer.enqueue(tx, email, message, CODE_TTL_MS);
        return challenges.putCode(tx, challenge, code);
      });
      return {
        expiresAt,
        resendAfterS: cooldown.seconds,
        maskedEmail: maskEmail(email),
        devOtp: options.revealsCodes ? code : null,
      };
    },

    verify: async (challengeToken, factorName, answer, device) => {
      const factor = factors[factorName];
      const challenge = await challenges.find(challengeToken, 'login');
      const account = await findAccount(database.read, challenge.account_id ?? '');
      if (!account) throw new AppError('challenge_invalid');
      return challenges.answer(challenge, {
        check: (current) => (factor.isOfferedTo(account) ? factor.check(current, answer) : null),
        refusal: factor.refusal,
        onWrong: ({ email }) => countFailure(email),
        complete: async (tx, { email }) => {
          if (await lockout.isLocked(tx, email)) throw new AppError(factor.refusal);
          await lockout.reset(tx, email);
          return sessions.issue(tx, account, ['pwd', factor.method], device);
        },
      });
    },
  };
}
