import type { ConsoleSession } from '../../src/workspaces/principal';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WidgetConfig } from '@chat-relay/widget-sdk/frames';
import { createAudit } from '../../src/audit/log';
import { createBudgets } from '../../src/platform/storage/budgets';
import { createAddressGuard } from '../../src/callbacks/delivery/address-guard';
import { systemClock, type Clock } from '../../src/platform/clock';
import { readConfig } from '../../src/config/read-config';
import { AppError } from '../../src/platform/errors';
import { createHttpServer } from '../../src/platform/http/http-server';
import { createIdempotency } from '../../src/platform/http/idempotency';
import { createRateLimiter } from '../../src/platform/rate-limits/rate-limit';
import { toHapiRoute } from '../../src/platform/http/route';
import { newId } from '../../src/platform/ids';
import { createOperatorPresence } from '../../src/operators/presence';
import { operatorRoutes } from '../../src/operators/routes';
import { createOperators, type Operators } from '../../src/operators/service';
import { deriveKeys } from '../../src/platform/security/keys';
import { createTokens } from '../../src/platform/security/tokens';
import { insertRows } from '../../src/platform/storage/sql';
import { createTenantDirectory } from '../../src/tenants/directory';
import { tenantRoutes } from '../../src/tenants/routes';
import { createTenantSecrets } from '../../src/tenants/secrets';
import { createTenants } from '../../src/tenants/service';
import { createCheckAccess } from '../../src/visitors/access';
import { createVisitorAuth } from '../../src/visitors/auth';
import { createSessionCreation } from '../../src/visitors/create-session';
import { createIdentify } from '../../src/visitors/identify';
import { visitorRoutes } from '../../src/visitors/routes';
import { createVisitorSessions } from '../../src/visitors/sessions';
import { createWidgetConfig } from '../../src/visitors/widget-config';
import { createInvitationBudget } from '../../src/workspaces/invitation-budget';
import { createAwaitedSignal } from '../../src/platform/signal';
import { createInvitations } from '../../src/workspaces/invitations';
import type { RemovedMember } from '../../src/workspaces/members';
import { createRoles, type Role } from '../../src/workspaces/roles';
import { createMailBudgets } from '../../src/platform/mail/budgets';
import { createMailer } from '../../src/platform/mail/mailer';
import { TEST_MASTER_KEY } from './master-key';
import { openTestDatabase, quietLog } from './database';

export interface TenantsServerOptions {
  clock?: Clock;
  /** Environment variables besides those of a local relay. */
  env?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  data: AnswerData;
}

/** What answers may hold; a test reads what its answer should have. */
interface AnswerData {
  code: string;
  details: { field: string; code: string }[];
  tenant: TenantFields;
  tenants: TenantFields[];
  tenant_secret: string | null;
  next_cursor: string | null;
  operator: OperatorFields;
  operators: OperatorFields[];
  invitation: { email: string; role: string };
  dev_invite_token: string;
  session_id: string;
  visitor_token: string;
  expires_at: string;
  widget_config: WidgetConfig;
  user_id: string;
}

interface TenantFields {
  tenant_id: string;
  tenant_name: string;
  widget_public_key: string;
  allowed_origins: string[];
  widget: { greeting: string | null; theme: { accent_color: string | null } };
  bot: { kind: string; confidence_threshold: number; reply_timeout_s: number };
  status: string;
}

interface OperatorFields {
  operator_id: string;
  display_name: string;
  tenant_ids: string[];
  routing_keys: string[];
  capacity: number;
  presence: string;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The tenants', operators' and visitors' routes over HTTP; an account's id is its token. */
/** Needs no password again. */
export const BY_TOKEN: ConsoleSession = {
  kind: 'bearer',
  idleEndsAt: null,
  confirmedUntil: null,
  isConfirmed: true,
};

export async function startTenantsServer(options: TenantsServerOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-tenants-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    MASTER_KEY: TEST_MASTER_KEY,
    PORT: '0',
    LIMIT_INVITATIONS_PER_WORKSPACE_DAY: '1000',
    LIMIT_INVITATIONS_PER_ACCOUNT_DAY: '1000',
    ...options.env,
  });
  const { database, close } = await openTestDatabase();
  const clock = options.clock ?? systemClock;
  const keys = deriveKeys(Buffer.from(TEST_MASTER_KEY, 'base64'));
  const tokens = createTokens({
    issuer: config.baseUrl,
    consoleKey: keys.consoleJwt,
    visitorKey: keys.visitorJwt,
    clock,
  });

  const budgets = createBudgets({ database, clock });
  const mailBudgets = createMailBudgets({
    database,
    clock,
    limits: config.limits,
    isLocal: config.isLocal,
  });
  const audit = createAudit({ database, clock });
  const roles = createRoles({ database });
  const directory = createTenantDirectory({ database, clock, log: quietLog });
  const secrets = createTenantSecrets({ database, directory, key: keys.tenantSecret, clock });
  const presence = createOperatorPresence({
    database,
    clock,
    log: quietLog,
    awayAfterMs: config.operatorAwayReleaseMs,
  });
  const invitations = createInvitations({
    database,
    clock,
    audit,
    roles,
    mailer: createMailer({ clock, key: keys.mail, isConfigured: false }),
    budget: createInvitationBudget({ clock, budgets, mailBudgets, limits: config.limits }),
    baseUrl: config.baseUrl,
    revealsTokens: true,
  });
  const removals = createAwaitedSignal<RemovedMember>();
  const operators: Operators = createOperators({
    database,
    clock,
    audit,
    roles,
    directory,
    presence,
    invitations,
    members: { onRemoved: removals.on },
  });
  const guard = createAddressGuard({ allowCidrs: [], isLocal: config.isLocal });
  const tenants = createTenants({
    maxPerWorkspace: config.limits.tenants_per_workspace,
    database,
    directory,
    secrets,
    clock,
    audit,
    roles,
    isLocal: config.isLocal,
    checkCallbackUrl: guard.checkUrl,
    tenantIdsServedBy: operators.tenantIdsServedBy,
  });
  const sessions = createVisitorSessions({ database, clock, log: quietLog });
  const checkAccess = createCheckAccess({ tokens, sessions, directory, clock });
  const widgetConfig = createWidgetConfig({ operators: presence, clock });
  const rateLimiter = createRateLimiter(config.limits, null);
  const createSession = createSessionCreation({
    directory,
    sessions,
    tokens,
    rateLimiter,
    widgetConfig,
  });
  const identify = createIdentify({ secrets, sessions, directory });

  const server = createHttpServer(config, quietLog);
  const visitorAuth = createVisitorAuth({ checkAccess });
  server.auth.strategy('visitor', 'bearer', { validate: visitorAuth.validate });
  server.auth.strategy('visitor-expired', 'bearer', { validate: visitorAuth.validateExpired });
  server.auth.strategy('console', 'bearer', {
    validate: async (accountId: string) => {
      const [account] = await database.read.rows<{ email: string }>(
        'SELECT email FROM accounts WHERE account_id = ?',
        [accountId],
      );
      if (!account) throw new AppError('token_invalid');
      const { email } = account;
      return {
        accountId,
        sessionId: newId(),
        email,
        displayName: email,
        isSystem: false,
        session: BY_TOKEN,
      };
    },
  });
  const services = {
    limits: config.limits,
    rateLimiter,
    idempotency: createIdempotency({ database, clock }),
    clientIp: () => '127.0.0.1',
    checkSignIn: () => undefined,
  };
  const routes = [
    ...tenantRoutes({ tenants }),
    ...operatorRoutes({ operators, clock }),
    ...visitorRoutes({ createSession, identify, sessions, directory, tokens, widgetConfig }),
  ];
  server.route(routes.map((route) => toHapiRoute(route, services)));
  await server.start();

  const request = async (method: string, path: string, call: CallOptions): Promise<Answer> => {
    const response = await fetch(`${server.info.uri}/api/v1${path}`, {
      method,
      headers: {
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.token !== undefined && { authorization: `Bearer ${call.token}` }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    const text = await response.text();
    const { data } = JSON.parse(text === '' ? '{}' : text) as { data: AnswerData };
    return { status: response.status, headers: response.headers, data };
  };

  return {
    database,
    config,
    routes,
    directory,
    secrets,
    tenants,
    operators,
    presence,
    invitations,
    sessions,
    tokens,
    checkAccess,
    removeMember: (workspaceId: string, accountId: string) =>
      database.transaction((tx) => removals.emit({ tx, workspaceId, accountId })),
    get: (path: string, call: CallOptions = {}) => request('GET', path, call),
    post: (path: string, body?: unknown, call: CallOptions = {}) =>
      request('POST', path, { ...call, body }),

    /** An account that is a member of these workspaces; its id is its token. */
    account: async (email: string, memberships: Record<string, Role> = {}): Promise<string> => {
      const accountId = newId();
      await database.transaction(async (tx) => {
        await insertRows(tx, 'accounts', ACCOUNT_COLUMNS, [
          [accountId, email, 'x', email, 'active', false, false, false, clock()],
        ]);
        await insertRows(
          tx,
          'memberships',
          ['workspace_id', 'account_id', 'role', 'created_at'],
          Object.entries(memberships).map(([id, role]) => [id, accountId, role, clock()]),
        );
      });
      return accountId;
    },
    workspace: async (): Promise<string> => {
      const workspaceId = newId();
      await database.transaction((tx) =>
        insertRows(
          tx,
          'workspaces',
          ['workspace_id', 'workspace_name', 'created_at'],
          [[workspaceId, 'Acme', clock()]],
        ),
      );
      return workspaceId;
    },
    close: async () => {
      await server.stop();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TenantsServer = Awaited<ReturnType<typeof startTenantsServer>>;

const ACCOUNT_COLUMNS = [
  'account_id',
  'email',
  'password_hash',
  'display_name',
  'status',
  'is_system',
  'mfa_enabled',
  'totp_enabled',
  'created_at',
];

/** A workspace with its owner and one tenant, for tests that begin after that. */
export async function seedTenant(relay: TenantsServer, settings: Record<string, unknown> = {}) {
  const workspaceId = await relay.workspace();
  const owner = await relay.account(`${workspaceId}@acme.example`, { [workspaceId]: 'owner' });
  const created = await relay.post(
    '/console/create/tenant',
    {
      workspace_id: workspaceId,
      tenant_name: 'Shop',
      allowed_origins: ['https://shop.example'],
      ...settings,
    },
    { token: owner },
  );
  if (created.status !== 201) throw new Error(JSON.stringify(created.data));
  return {
    workspaceId,
    owner,
    tenantId: created.data.tenant.tenant_id,
    publicKey: created.data.tenant.widget_public_key,
    secret: created.data.tenant_secret ?? '',
  };
}

export type SeededTenant = Awaited<ReturnType<typeof seedTenant>>;
