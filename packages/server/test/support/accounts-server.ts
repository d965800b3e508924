import { registerConsoleScheme } from '../../src/accounts/sessions/console-scheme';
import type { Server } from '@hapi/hapi';
import { randomBytes } from 'node:crypto';
import { createAccounts, type Accounts } from '../../src/accounts/accounts';
import { createAuthenticator } from '../../src/accounts/sign-in/authenticator';
import { accountRoutes } from '../../src/accounts/routes';
import { sessionRoutes } from '../../src/accounts/sessions/routes';
import { settingsRoutes } from '../../src/accounts/settings-routes';
import { createAudit, type Audit } from '../../src/audit/log';
import { auditRoutes } from '../../src/audit/routes';
import { createBudgets } from '../../src/platform/storage/budgets';
import type { Config } from '../../src/config/config';
import { readConfig } from '../../src/config/read-config';
import { createHttpServer } from '../../src/platform/http/http-server';
import { createIdempotency, type Idempotency } from '../../src/platform/http/idempotency';
import { createRateLimiter } from '../../src/platform/rate-limits/rate-limit';
import { API_PREFIX, toHapiRoute, type Route } from '../../src/platform/http/route';
import { createMailBudgets } from '../../src/platform/mail/budgets';
import { createMailer, type Mailer } from '../../src/platform/mail/mailer';
import { deriveKeys } from '../../src/platform/security/keys';
import { createTokens, type Tokens } from '../../src/platform/security/tokens';
import type { Database } from '../../src/platform/storage/database';
import { registerAdminKeyStrategy } from '../../src/system/break-glass-key';
import { bootstrapRoutes } from '../../src/system/break-glass-routes';
import { createInvitations, type Invitations } from '../../src/workspaces/invitations';
import { createInvitationBudget } from '../../src/workspaces/invitation-budget';
import { invitationRoutes } from '../../src/workspaces/invitation-routes';
import { createMembers } from '../../src/workspaces/members';
import { createRoles } from '../../src/workspaces/roles';
import { memberRoutes, workspaceRoutes } from '../../src/workspaces/routes';
import { createWorkspaces } from '../../src/workspaces/workspaces';
import { openTestDatabase, quietLog } from './database';
import { noteSecret, noteSecretsIn, noteSecretSettings } from './printed/notes';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  data: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- tests reach into answers of many shapes
  message: string;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  ip?: string;
}

export interface AccountsServer {
  database: Database;
  config: Config;
  server: Server;
  accounts: Accounts;
  invitations: Invitations;
  audit: Audit;
  tokens: Tokens;
  mailer: Mailer;
  mailKey: Buffer;
  idempotency: Idempotency;
  /** The sessions whose feeds were told to end, oldest first. */
  revoked: string[];
  /** Moves the server's clock. */
  advance(ms: number): void;
  now(): number;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  /** Registered, verified and signed in. */
  register(email: string, more?: object): Promise<SignedIn>;
  /** Signed in by password and mailed code. */
  login(email: string, password?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export interface SignedIn {
  token: string;
  accountId: string;
  workspaceId: string;
  data: Answer['data'];
}

export const PASSWORD = 'correct horse battery';

export interface AccountsServerOptions {
  env?: Record<string, string>;
  routes?: Route[];
  onAccepted?: Parameters<Invitations['onAccepted']>[0];
}

/** The console's accounts and workspaces over real HTTP shapes and a real database. */
export async function startAccountsServer(
  options: AccountsServerOptions = {},
): Promise<AccountsServer> {
  const { database, close } = await openTestDatabase();
  let shift = 0;
  const clock = () => Date.now() + shift;
  const env = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    ADMIN_KEY: 'the-admin-key-of-this-test-server-0123456789',
    LIMIT_INVITATIONS_PER_WORKSPACE_DAY: '1000',
    LIMIT_INVITATIONS_PER_ACCOUNT_DAY: '1000',
    ...options.env,
  };
  noteSecretSettings(env);
  const config = readConfig(env);
  const keys = deriveKeys(config.masterKey!);
  const mailKey = randomBytes(32);
  const mailer = createMailer({ isConfigured: config.smtpUrl !== null, key: mailKey, clock });
  const budgets = createBudgets({ database, clock });
  const mailBudgets = createMailBudgets({
    database,
    clock,
    limits: config.limits,
    isLocal: config.isLocal,
  });
  const audit = createAudit({ database, clock });
  const roles = createRoles({ database });
  const workspaces = createWorkspaces({
    database,
    clock,
    audit,
    roles,
    maxPerAccount: config.limits.workspaces_per_account,
  });
  const members = createMembers({ database, audit, roles });
  const invitations = createInvitations({
    database,
    clock,
    audit,
    roles,
    mailer,
    budget: createInvitationBudget({ clock, budgets, mailBudgets, limits: config.limits }),
    baseUrl: config.baseUrl,
    revealsTokens: config.isLocal && !mailer.isConfigured,
  });
  if (options.onAccepted) invitations.onAccepted(options.onAccepted);
  const tokens = createTokens({
    issuer: config.baseUrl,
    consoleKey: keys.consoleJwt,
    visitorKey: keys.visitorJwt,
    clock,
  });
  const revoked: string[] = [];
  const accounts = createAccounts({
    database,
    clock,
    log: quietLog,
    audit,
    mailer,
    mailBudgets,
    budgets,
    tokens,
    workspaces,
    invitations,
    otpPepper: keys.otpPepper,
    knownAddressKey: keys.knownAddress,
    isLocal: config.isLocal,
    mfa: config.mfa,
    systemAdminEmails: config.systemAdminEmails,
    authenticator:
      config.authenticator &&
      createAuthenticator({ ...config.authenticator, clock, log: quietLog }),
  });
  accounts.sessions.onRevoked((sessionId) => revoked.push(sessionId));
  const idempotency = createIdempotency({ database, clock });
  const clientIp = (request: { info: { remoteAddress: string } }) => request.info.remoteAddress;

  const server = createHttpServer(config, quietLog);
  registerConsoleScheme(server, () => null);
  server.auth.strategy('console', 'console', { validate: accounts.consoleAuth.authenticate });
  registerAdminKeyStrategy(server, { adminKey: config.adminKey, redis: null, clientIp });
  const services = {
    limits: config.limits,
    rateLimiter: createRateLimiter(config.limits, null),
    idempotency,
    clientIp,
    checkSignIn: () => undefined,
  };
  const routes = [
    ...accountRoutes({ ...accounts, workspaces }),
    ...sessionRoutes({ database, sessions: accounts.sessions, workspaces }),
    ...settingsRoutes(accounts),
    ...workspaceRoutes({ workspaces }),
    ...memberRoutes({ members }),
    ...invitationRoutes({ invitations, clock }),
    ...auditRoutes({ audit, roles }),
    ...bootstrapRoutes({
      systemAdmins: accounts.systemAdmins,
      configuredSeed: config.systemAdmin,
      isLocal: config.isLocal,
    }),
    ...(options.routes ?? []),
  ];
  server.route(routes.map((route) => toHapiRoute(route, services)));
  await server.initialize();

  const call = async (
    method: string,
    path: string,
    payload: unknown,
    { token, headers = {}, ip = '127.0.0.1' }: CallOptions = {},
  ): Promise<Answer> => {
    const response = await server.inject({
      method,
      url: API_PREFIX + path,
      remoteAddress: ip,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    });
    const body = JSON.parse(response.payload) as Omit<Answer, 'status'>;
    noteSecret('bearer token', token);
    noteSecretsIn(payload);
    noteSecretsIn(body);
    return { ...body, status: response.statusCode, headers: response.headers };
  };
  const post: AccountsServer['post'] = (path, body, o) => call('POST', path, body, o);
  const signedIn = ({ status, data }: Answer): SignedIn => {
    if (status !== 200) throw new Error(`not signed in: ${JSON.stringify(data)}`);
    return {
      token: data['console_token'],
      accountId: data['account'].account_id,
      workspaceId: data['memberships'][0]?.workspace_id,
      data,
    };
  };

  return {
    database,
    config,
    server,
    accounts,
    invitations,
    audit,
    tokens,
    mailer,
    mailKey,
    idempotency,
    revoked,
    advance: (ms) => void (shift += ms),
    now: clock,
    post,
    get: (path, o) => call('GET', path, undefined, o),
    register: async (email, more = { organization_name: 'Acme' }) => {
      const begun = await post('/console/register', {
        email,
        password: PASSWORD,
        display_name: 'Ada',
        ...more,
      });
      return signedIn(
        await post('/console/verify/registration', {
          registration_token: begun.data['registration_token'],
          otp: begun.data['dev_otp'],
        }),
      );
    },
    login: async (email, password = PASSWORD) => {
      const started = await post('/console/login', { email, password });
      const { challenge_token } = started.data as { challenge_token: string };
      const sent = await post('/console/get/login-otp', { challenge_token });
      const code = sent.data['dev_otp'] as string;
      return signedIn(await post('/console/verify/login-otp', { challenge_token, code }));
    },
    close: async () => {
      await server.stop();
      await close();
    },
  };
}
