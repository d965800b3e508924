import { createAccounts } from './accounts';
import { createAuthenticator } from './sign-in/authenticator';
import { createMailBudgets } from '../platform/mail/budgets';
import { createMailer } from '../platform/mail/mailer';
import { createMailWorker } from '../platform/mail/worker';
import { createInvitationBudget } from '../workspaces/invitation-budget';
import { createInvitations } from '../workspaces/invitations';
import { createMembers } from '../workspaces/members';
import { createRoles } from '../workspaces/roles';
import { createWorkspaceDeletion } from '../workspaces/workspace-deletion';
import { createWorkspaces } from '../workspaces/workspaces';
import type { Audit } from '../audit/log';
import type { Config } from '../config/config';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Keys } from '../platform/security/keys';
import type { Tokens } from '../platform/security/tokens';
import type { Budgets } from '../platform/storage/budgets';
import type { Database } from '../platform/storage/database';

export interface AccountsDeps {
  config: Config;
  database: Database;
  keys: Keys;
  clock: Clock;
  log: Logger;
  audit: Audit;
  budgets: Budgets;
  tokens: Tokens;
}

export type AccountsBuilt = Awaited<ReturnType<typeof buildAccounts>>;

/** Builds mail, workspaces and console accounts, and creates the configured super-admin. */
export async function buildAccounts({
  config,
  database,
  keys,
  clock,
  log,
  audit,
  budgets,
  tokens,
}: AccountsDeps) {
  const { limits, isLocal, smtpUrl } = config;

  const mailer = createMailer({ isConfigured: smtpUrl !== null, keys: keys.mail, clock });
  const mailBudgets = createMailBudgets({ database, clock, limits, isLocal });
  const mailWorker =
    smtpUrl === null
      ? null
      : createMailWorker({ database, keys: keys.mail, clock, log, smtpUrl, from: config.mailFrom });

  const roles = createRoles({ database });
  const workspaces = createWorkspaces({
    database,
    clock,
    audit,
    roles,
    maxPerAccount: limits.workspaces_per_account,
    mayCreate: config.entry.createWorkspace,
  });
  const invitations = createInvitations({
    database,
    clock,
    audit,
    roles,
    mailer,
    budget: createInvitationBudget({ clock, budgets, mailBudgets, limits }),
    baseUrl: config.baseUrl,
    hasConsolePage: config.hasConsolePage,
    revealsTokens: isLocal && !mailer.isConfigured,
  });
  const members = createMembers({ database, audit, roles });
  const accounts = createAccounts({
    database,
    clock,
    log,
    audit,
    mailer,
    mailBudgets,
    budgets,
    tokens,
    workspaces,
    members,
    invitations,
    otpPepper: keys.otpPepper,
    knownAddressKeys: keys.knownAddress,
    isLocal,
    isRegistrationOpen:
      config.entry.registration === 'open' && config.entry.createWorkspace === 'all',
    mfa: config.mfa,
    systemAdminEmails: config.systemAdminEmails,
    authenticator:
      config.authenticator &&
      createAuthenticator({ ...config.authenticator, proxies: config.proxies, clock, log }),
  });

  if (config.systemAdmin) {
    const { outcome } = await accounts.systemAdmins.seed(config.systemAdmin, null);
    log.info({ event: 'account.super_admin_seeded', outcome }, 'super-admin seeded');
  }
  const deleteWorkspace = createWorkspaceDeletion({ database, roles, audit });
  return {
    mailer,
    mailBudgets,
    mailWorker,
    roles,
    workspaces,
    deleteWorkspace,
    invitations,
    members,
    accounts,
  };
}
