import { MINUTE } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { maskEmail } from '../../platform/mail/address';
import type { MailBudgets } from '../../platform/mail/budgets';
import type { Mailer } from '../../platform/mail/mailer';
import { loginCode } from '../../platform/mail/messages';
import { newCode } from '../../platform/security/one-time-code';
import type { Database, Tx } from '../../platform/storage/database';
import type { Sql } from '../../platform/storage/sql';
import { findAccount, type AccountRow } from '../account';
import { CODE_TTL_MS, type Challenges } from './challenges';
import type { LoginFactor } from './factors';
import type { KnownAddresses } from '../protection/known-addresses';
import type { Lockout } from '../protection/lockout';
import type { PasswordCheck } from '../protection/password-check';
import type { SentCode } from './registration';
import type { Device, IssuedSession, Sessions } from '../sessions/sessions';

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
  start(email: string, password: string, device: Device, remember: boolean): Promise<LoginResult>;
  /** @throws {AppError} challenge_invalid, resend_cooldown */
  sendCode(challengeToken: string, ip: string): Promise<SentCode & { maskedEmail: string }>;
  /** @throws {AppError} challenge_invalid, or the factor's error code */
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
  mailBudgets: MailBudgets;
  knownAddresses: KnownAddresses;
  lockout: Lockout;
  passwordCheck: PasswordCheck;
  sessions: Sessions;
  factors: Record<LoginFactor['name'], LoginFactor>;
  mfa: 'always' | 'optional';
  /** E-mails that become super-admins when they complete a sign-in. */
  systemAdminEmails: readonly string[];
  /** True if responses contain the code, as in local mode without mail. */
  revealsCodes: boolean;
}

/** Sign-in: password, second factor, session. The lockout is checked again in every transaction. */
export function createLogin(options: LoginOptions): Login {
  const { database, challenges, mailBudgets, lockout, passwordCheck, sessions, factors } = options;

  /** After many guesses, clients at unknown addresses can sign in with a mailed code only. */
  const isOffered = async (sql: Sql, factor: LoginFactor, account: AccountRow, ip: string) =>
    factor.isOfferedTo(account) &&
    (factor.name === 'email' ||
      !(await lockout.needsMailedCode(sql, { email: account.email, ip })));

  const offeredTo = async (tx: Tx, account: AccountRow, ip: string) => {
    const names: LoginFactor['name'][] = [];
    for (const factor of Object.values(factors)) {
      if (await isOffered(tx, factor, account, ip)) names.push(factor.name);
    }
    return names;
  };

  const needsSecondFactor = (account: AccountRow): boolean =>
    options.mfa === 'always' ||
    account.mfa_enabled === 1 ||
    account.is_system === 1 ||
    options.systemAdminEmails.includes(account.email);

  return {
    start: async (email, password, device, remember) => {
      const origin = { email, ip: device.ip };
      const verified = await passwordCheck.verify(origin, password);
      return database.transaction(async (tx): Promise<LoginResult> => {
        // Checked after the password, so that simultaneous guesses learn nothing after the tenth failure.
        if (await lockout.isLocked(tx, origin)) throw new AppError('invalid_credentials');
        const account = await passwordCheck.hold(tx, verified);
        if (account.status === 'PENDING') throw new AppError('account_pending');
        if (!needsSecondFactor(account)) {
          if (await lockout.needsMailedCode(tx, origin)) throw new AppError('invalid_credentials');
          const session = await sessions.issue(tx, account, ['pwd'], kept(device, remember));
          return { needsSecondFactor: false, session };
        }
        const opened = await challenges.open(tx, {
          kind: 'login',
          email,
          accountId: account.account_id,
          details: { remember } satisfies LoginDetails,
          addressHmac: options.knownAddresses.hmacsOf(email, device.ip)[0],
        });
        return {
          needsSecondFactor: true,
          challengeToken: opened.token,
          factors: await offeredTo(tx, account, device.ip),
          expiresAt: opened.expiresAt,
        };
      });
    },

    sendCode: async (challengeToken, ip) => {
      const challenge = await challenges.find(challengeToken, 'login');
      const { email } = challenge;
      const code = newCode();
      const expiresAt = await database.transaction(async (tx) => {
        if (await lockout.isLocked(tx, { email, ip })) throw new AppError('challenge_invalid');
        const retryAfterS = options.revealsCodes ? 0 : await mailBudgets.take(tx, email, 'sign_in');
        if (retryAfterS > 0) throw new AppError('resend_cooldown', { retryAfterS });
        const message = loginCode(code, CODE_TTL_MS / MINUTE);
        await options.mailer.enqueue(tx, email, message, CODE_TTL_MS);
        return challenges.putCode(tx, challenge, code);
      });
      return {
        expiresAt,
        resendAfterS: mailBudgets.cooldownS,
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
        check: async (current) =>
          (await isOffered(database.read, factor, account, device.ip))
            ? factor.check(current, answer)
            : null,
        refusal: factor.refusal,
        onWrong: ({ email }) => lockout.recordFailure({ email, ip: device.ip }),
        complete: async (tx, { email }) => {
          const isRefused =
            (await lockout.isLocked(tx, { email, ip: device.ip })) ||
            !(await isOffered(tx, factor, account, device.ip));
          if (isRefused) throw new AppError(factor.refusal);
          const { remember } = JSON.parse(challenge.details) as LoginDetails;
          return sessions.issue(tx, account, ['pwd', factor.method], kept(device, remember));
        },
      });
    },
  };
}

/** Stored with the challenge until the second factor is given. */
interface LoginDetails {
  remember?: boolean;
}

/** Only a session by cookie can be remembered: a client keeps its token itself. */
function kept(device: Device, remember = false): Device {
  return remember && device.kind === 'cookie' ? { ...device, kind: 'remembered' } : device;
}
