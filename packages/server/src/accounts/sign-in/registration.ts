import type { Audit } from '../../audit/log';
import { MINUTE, SECOND, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { MailBudget, MailBudgets } from '../../platform/mail/budgets';
import type { Mailer } from '../../platform/mail/mailer';
import { alreadyRegistered, registrationCode } from '../../platform/mail/messages';
import { newCode } from '../../platform/security/one-time-code';
import { hashPassword } from '../../platform/security/password';
import type { Database, Tx } from '../../platform/storage/database';
import type { Invitations } from '../../workspaces/invitations';
import type { Workspaces } from '../../workspaces/workspaces';
import { findAccount, findAccountByEmail, insertAccount, type AccountRow } from '../account';
import type { Challenge } from './challenge';
import { CODE_TTL_MS, unguessableCode, type Challenges } from './challenges';
import type { KnownAddresses } from '../protection/known-addresses';
import type { RefuseWeakPassword } from '../protection/password-policy';
import type { Device, IssuedSession, Sessions } from '../sessions/sessions';

export interface RegistrationRequest {
  email: string;
  password: string;
  displayName: string;
  /** The workspace that the account joins: a new one of its own, or the one of an invitation. */
  join: { organizationName: string } | { inviteToken: string };
}

export interface SentCode {
  expiresAt: number;
  resendAfterS: number;
  /** The code, in local mode without mail; else null. */
  devOtp: string | null;
}

export interface Registration {
  /** @throws {AppError} registration_closed, weak_password, invitation_invalid */
  register(
    request: RegistrationRequest,
    ip: string,
  ): Promise<SentCode & { registrationToken: string }>;
  /** @throws {AppError} challenge_invalid, resend_cooldown */
  resend(registrationToken: string, ip: string): Promise<SentCode>;
  /** @throws {AppError} challenge_invalid, otp_invalid, invitation_invalid, registration_closed */
  verify(registrationToken: string, otp: string, device: Device): Promise<IssuedSession>;
}

export interface RegistrationOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  mailer: Mailer;
  challenges: Challenges;
  mailBudgets: MailBudgets;
  knownAddresses: KnownAddresses;
  sessions: Sessions;
  workspaces: Workspaces;
  invitations: Invitations;
  refuseWeakPassword: RefuseWeakPassword;
  /** True if anyone may register, without an invitation and with a workspace of their own. */
  isOpen: boolean;
  /** True if responses contain the code, as in local mode without mail. */
  revealsCodes: boolean;
}

/** The data that the account gets when this attempt's own code is given; no effect before. */
interface AttemptDetails {
  passwordHash: string;
  displayName: string;
  organizationName: string | null;
  invitationId: string | null;
}

/**
 * Registers accounts without revealing whether an address has one. The owner of an active account gets a mail that says
 * so; the attempt looks like any other, but no code completes it.
 */
export function createRegistration(options: RegistrationOptions): Registration {
  const { database, clock, challenges, knownAddresses, mailBudgets, sessions } = options;

  /** Mails the code, or the notice to an active owner; returns whether a mail may be sent now. */
  const mailCode = async (
    tx: Tx,
    to: { email: string; isActive: boolean; budget: MailBudget },
    code: string,
  ): Promise<boolean> => {
    const { email, isActive, budget } = to;
    if (options.revealsCodes) return true;
    if ((await mailBudgets.take(tx, email, budget)) > 0) return false;
    const message = isActive ? alreadyRegistered() : registrationCode(code, CODE_TTL_MS / MINUTE);
    await options.mailer.enqueue(tx, email, message, CODE_TTL_MS);
    return true;
  };

  const sentCode = (code: string, expiresAt: number): SentCode => ({
    expiresAt,
    resendAfterS: mailBudgets.cooldownS,
    devOtp: options.revealsCodes ? code : null,
  });

  /** Creates the pending account of an address, or updates it with the newest attempt's password. */
  const keepPending = async (
    tx: Tx,
    email: string,
    { passwordHash, displayName }: AttemptDetails,
  ): Promise<AccountRow> => {
    // The statements are the same for every address, because the duration would reveal which one is known.
    await insertAccount(tx, {
      email,
      passwordHash,
      displayName,
      status: 'PENDING',
      isSystem: false,
      createdAt: clock(),
    });
    await tx.run(
      `UPDATE accounts SET password_hash = ?, display_name = ? WHERE email = ? AND status = 'PENDING'`,
      [passwordHash, displayName, email],
    );
    const account = await findAccountByEmail(tx, email);
    return account!; // created here, or it existed
  };

  const activate = async (tx: Tx, challenge: Challenge): Promise<AccountRow> => {
    const details = JSON.parse(challenge.details) as AttemptDetails;
    const activated = await tx.run(
      `UPDATE accounts SET status = 'ACTIVE', password_hash = ?, display_name = ? WHERE account_id = ? AND status = 'PENDING'`,
      [details.passwordHash, details.displayName, challenge.account_id],
    );
    if (activated !== 1) throw new AppError('challenge_invalid');
    const account = await findAccount(tx, challenge.account_id!); // null is never activated
    return account!;
  };

  const joinWorkspace = async (
    tx: Tx,
    account: AccountRow,
    challenge: Challenge,
    ip: string,
  ): Promise<void> => {
    const { invitationId, organizationName } = JSON.parse(challenge.details) as AttemptDetails;
    const actor = { accountId: account.account_id, displayName: account.display_name };
    if (invitationId !== null) {
      await options.invitations.consume(tx, invitationId, { ...actor, email: account.email }, ip);
      return;
    }
    // This registration began before the relay was closed for registrations.
    if (!options.isOpen) throw new AppError('registration_closed');
    const name = organizationName ?? account.display_name;
    const workspace = await options.workspaces.createOwned(tx, name, account.account_id);
    await options.audit.record(tx, {
      workspaceId: workspace.workspace_id,
      action: 'workspace.created',
      actor,
      ip,
      subject: workspace.workspace_id,
      details: { name },
    });
  };

  return {
    register: async (request, ip) => {
      const { email, displayName, join } = request;
      // Checked before anything about the address is looked up.
      if (!options.isOpen && 'organizationName' in join) throw new AppError('registration_closed');
      const organization = 'organizationName' in join ? [join.organizationName] : [];
      options.refuseWeakPassword(request.password, [email, displayName, ...organization]);
      const invitation =
        'inviteToken' in join ? await options.invitations.findOpen(join.inviteToken, email) : null;
      const details: AttemptDetails = {
        passwordHash: await hashPassword(request.password),
        displayName,
        organizationName: 'organizationName' in join ? join.organizationName : null,
        invitationId: invitation?.invitation_id ?? null,
      };
      const code = newCode();
      const budget = await knownAddresses.mailBudgetFor(email, ip);

      const opened = await database.transaction(async (tx) => {
        // This comes first: its row makes parallel attempts for one address wait for each other.
        const account = await keepPending(tx, email, details);
        const isActive = account.status === 'ACTIVE';
        await challenges.replaceOpen(tx, 'registration', email);
        const isMailed = await mailCode(tx, { email, isActive, budget }, code);
        return challenges.open(tx, {
          kind: 'registration',
          email,
          details,
          accountId: isActive ? null : account.account_id,
          // A code that was not mailed must not be guessable.
          code: isMailed && !isActive ? code : unguessableCode(),
          addressHmac: knownAddresses.hmacsOf(email, ip)[0],
        });
      });
      return { registrationToken: opened.token, ...sentCode(code, opened.codeExpiresAt) };
    },

    resend: async (registrationToken, ip) => {
      const challenge = await challenges.find(registrationToken, 'registration');
      const { email } = challenge;
      const isActive = challenge.account_id === null;
      const code = newCode();
      const budget = await knownAddresses.mailBudgetFor(email, ip);
      const expiresAt = await database.transaction(async (tx) => {
        const isMailed = await mailCode(tx, { email, isActive, budget }, code);
        const put = isActive ? unguessableCode() : code;
        // Only the age of this attempt's own code refuses a new one: budgets differ by account.
        const minAgeMs = mailBudgets.cooldownS * SECOND;
        return challenges.putCode(tx, challenge, isMailed ? put : null, minAgeMs);
      });
      return sentCode(code, expiresAt);
    },

    verify: async (registrationToken, otp, device) => {
      const challenge = await challenges.find(registrationToken, 'registration');
      return challenges.answer(challenge, {
        check: (current) => challenges.checkCode(current, otp),
        refusal: 'otp_invalid',
        complete: async (tx, current) => {
          const account = await activate(tx, current);
          await joinWorkspace(tx, account, current, device.ip);
          return sessions.issueFirst(tx, account, ['pwd', 'email_otp'], device);
        },
      });
    },
  };
}
