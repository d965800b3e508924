import type { Audit } from '../audit/log';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Budgets } from '../platform/storage/budgets';
import type { MailBudgets } from '../platform/mail/budgets';
import type { Mailer } from '../platform/mail/mailer';
import type { KeyRing } from '../platform/security/keys';
import type { Tokens } from '../platform/security/tokens';
import type { Database } from '../platform/storage/database';
import type { Invitations } from '../workspaces/invitations';
import type { Members } from '../workspaces/members';
import type { Workspaces } from '../workspaces/workspaces';
import { createAccountDeletion, type DeleteAccount } from './account-deletion';
import type { Authenticator } from './sign-in/authenticator';
import { createChallenges } from './sign-in/challenges';
import { createConfirmation, type ConfirmPassword } from './sessions/confirmation';
import { createConsoleAuth, type ConsoleAuth } from './sessions/console-auth';
import { createEmailFactor, noTotpFactor } from './sign-in/factors';
import { createKnownAddresses } from './protection/known-addresses';
import { createLockout } from './protection/lockout';
import { createLogin, type Login } from './sign-in/login';
import { createPasswordCheck } from './protection/password-check';
import { createPasswordPolicy } from './protection/password-policy';
import { createPasswords, type Passwords } from './sign-in/passwords';
import { createRegistration, type Registration } from './sign-in/registration';
import { createSessionAttempts } from './protection/session-attempts';
import { createSessions, type Sessions } from './sessions/sessions';
import { createSettings, type Settings } from './settings';
import { createSystemAdmins, type SystemAdmins } from './system-admins';
import { endSessionsOfFormerMembers } from './sessions/last-membership';
import { createTotp, createTotpFactor, type Totp } from './sign-in/totp';

export interface AccountsOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  audit: Audit;
  mailer: Mailer;
  mailBudgets: MailBudgets;
  budgets: Budgets;
  tokens: Tokens;
  workspaces: Workspaces;
  members: Pick<Members, 'leaveAll' | 'onRemoved'>;
  invitations: Invitations;
  /** `otpPepper` of the derived keys. */
  otpPepper: KeyRing;
  /** `knownAddress` of the derived keys. */
  knownAddressKeys: KeyRing;
  isLocal: boolean;
  /** True if anyone may register, without an invitation. */
  isRegistrationOpen: boolean;
  mfa: 'always' | 'optional';
  systemAdminEmails: readonly string[];
  /** Null if no authenticator service is configured. */
  authenticator: Authenticator | null;
}

export interface Accounts {
  registration: Registration;
  login: Login;
  sessions: Sessions;
  passwords: Passwords;
  settings: Settings;
  totp: Totp;
  confirmPassword: ConfirmPassword;
  deleteAccount: DeleteAccount;
  consoleAuth: ConsoleAuth;
  systemAdmins: SystemAdmins;
  /** Deletes expired challenges, sessions and counters. */
  deleteExpired(): Promise<void>;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, clock, log, audit, mailer, mailBudgets, budgets, tokens } = options;
  const { isLocal, authenticator } = options;
  const revealsCodes = isLocal && !mailer.isConfigured;
  const challenges = createChallenges({ database, clock, peppers: options.otpPepper });
  const knownAddresses = createKnownAddresses({ database, clock, keys: options.knownAddressKeys });
  const lockout = createLockout({ database, clock, budgets, knownAddresses });
  const sessions = createSessions({
    database,
    clock,
    log,
    tokens,
    mailer,
    audit,
    lockout,
    knownAddresses,
    systemAdminEmails: options.systemAdminEmails,
  });
  endSessionsOfFormerMembers(options.members, sessions);
  const attempts = createSessionAttempts({ database, budgets });
  const passwordCheck = createPasswordCheck({ database, lockout, attempts, sessions });
  const refuseWeakPassword = createPasswordPolicy({ isLocal, log });
  const shared = {
    database,
    clock,
    audit,
    mailer,
    challenges,
    mailBudgets,
    knownAddresses,
    attempts,
    lockout,
    sessions,
    passwordCheck,
    refuseWeakPassword,
    revealsCodes,
  };

  return {
    registration: createRegistration({
      ...shared,
      workspaces: options.workspaces,
      invitations: options.invitations,
      isOpen: options.isRegistrationOpen,
    }),
    login: createLogin({
      ...shared,
      mfa: options.mfa,
      systemAdminEmails: options.systemAdminEmails,
      factors: {
        email: createEmailFactor(challenges),
        totp: authenticator ? createTotpFactor(authenticator) : noTotpFactor,
      },
    }),
    passwords: createPasswords(shared),
    settings: createSettings({ ...shared, mfa: options.mfa }),
    totp: createTotp({ ...shared, authenticator }),
    confirmPassword: createConfirmation(shared),
    deleteAccount: createAccountDeletion({
      ...shared,
      log,
      members: options.members,
      authenticator,
    }),
    sessions,
    consoleAuth: createConsoleAuth({ database, tokens, clock, log, knownAddresses }),
    systemAdmins: createSystemAdmins({ database, clock, audit, challenges, lockout }),
    deleteExpired: async () => {
      for (const part of [challenges, lockout, knownAddresses, sessions, mailBudgets, budgets]) {
        await part.deleteExpired();
      }
    },
  };
}
