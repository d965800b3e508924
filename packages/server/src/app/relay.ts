import type { IncomingMessage } from 'node:http';
import type { Request, Server } from '@hapi/hapi';
import { createAccounts } from '../accounts/accounts';
import { createAuthenticator } from '../accounts/sign-in/authenticator';
import { accountRoutes } from '../accounts/routes';
import { sessionRoutes } from '../accounts/sessions/routes';
import { settingsRoutes } from '../accounts/settings-routes';
import { consoleFolder } from '../console-page/folder';
import { registerConsolePage } from '../console-page/routes';
import { createAudit } from '../audit/log';
import { auditRoutes } from '../audit/routes';
import { createBudgets } from '../platform/storage/budgets';
import { createBotRunner } from '../bots/bot-runner';
import { createTenantBot } from '../bots/tenant-bot';
import { createAddressGuard } from '../callbacks/delivery/address-guard';
import { createBacklog } from '../callbacks/worker/backlog';
import { createDelivery } from '../callbacks/delivery/delivery';
import { measureCallbacks, measureSender } from '../callbacks/worker/metrics';
import { createOutbox } from '../callbacks/outbox/outbox';
import { createQueueMails } from '../callbacks/health/queue-mails';
import { createRedelivery } from '../callbacks/console/redelivery';
import { createCallbackRetention } from '../callbacks/worker/retention';
import { callbackRoutes } from '../callbacks/console/routes';
import { createSender } from '../callbacks/delivery/sender';
import { createTestCall } from '../callbacks/console/test-call';
import { startTroubleMails } from '../callbacks/health/trouble-mails';
import { createCallbackWorker } from '../callbacks/worker/worker';
import { cannedReplyRoutes } from '../conversations/inbox/canned-replies/routes';
import { createCannedReplies } from '../conversations/inbox/canned-replies/service';
import { systemClock, type Clock } from '../platform/clock';
import { complianceRoutes } from '../compliance/routes';
import { createCompliance } from '../compliance/service';
import { createClosing, type Closing } from './closing';
import type { Config } from '../config/config';
import { startAutoRelease } from '../conversations/inbox/auto-release';
import { CONSOLE_FEED_PATH, createConsoleFeed } from '../conversations/inbox/feed';
import { createHub } from '../conversations/live/hub';
import { createInbox } from '../conversations/inbox/service';
import { createJournal } from '../conversations/journal/journal';
import { watchMissedChanges } from '../conversations/live/missed-changes';
import { noticeOf } from '../conversations/live/notices';
import { watchQueuePositions } from '../conversations/live/queue-positions';
import { connectRedisBus } from '../conversations/live/redis-bus';
import { conversationRoutes } from '../conversations/inbox/routes';
import { createSocketUpkeep } from '../conversations/sockets/keepalive';
import { createConversationStore } from '../conversations/journal/store';
import { createSurroundings } from '../conversations/journal/surroundings';
import {
  WIDGET_SOCKET_PATH,
  createWidgetSockets,
} from '../conversations/widget-socket/widget-sockets';
import { createClientAddress } from '../platform/http/client-address';
import { registerHealth } from '../platform/http/health';
import { createHttpServer } from '../platform/http/http-server';
import { createIdempotency } from '../platform/http/idempotency';
import { createMetrics, registerMetrics } from '../platform/metrics/metrics';
import { measureRelay } from '../platform/metrics/relay-metrics';
import { registerOpenApi } from '../platform/openapi/openapi';
import { createRateLimiter } from '../platform/http/rate-limit';
import { toHapiRoute, type Route } from '../platform/http/route';
import { dispatchUpgrades } from '../platform/http/upgrade';
import { newId } from '../platform/ids';
import type { Logger } from '../platform/log';
import { watchMailHealth } from '../platform/mail/health';
import { createMailBudgets } from '../platform/mail/budgets';
import { createMailer } from '../platform/mail/mailer';
import { createMailWorker } from '../platform/mail/worker';
import { startMaintenance } from './maintenance';
import { openStorage } from './open-storage';
import { readInboxScope } from '../operators/inbox-scope';
import { createOperatorPresence } from '../operators/presence';
import { operatorRoutes } from '../operators/routes';
import { createOperators } from '../operators/service';
import { keptAdminKey } from '../config/local-secrets';
import { createTokens } from '../platform/security/tokens';
import { explainListenFailure } from './start-failures';
import type { DatabaseLimits } from '../platform/storage/database';
import { registerAdminKeyStrategy } from '../system/break-glass-key';
import { bootstrapRoutes } from '../system/break-glass-routes';
import { createSystemOverview } from '../system/overview';
import { createSystemAuth } from '../system/principal';
import { systemRoutes } from '../system/routes';
import { createSuspension } from '../system/suspension';
import { createReplayClaims } from '../tenant-api/replay-claims';
import { tenantApiRoutes } from '../tenant-api/routes';
import { createTenantBackend } from '../tenant-api/service';
import { registerTenantSignature } from '../tenant-api/signature';
import { createTenantDirectory } from '../tenants/directory';
import { tenantRoutes } from '../tenants/routes';
import { createTenantSecrets } from '../tenants/secrets';
import { createTenants } from '../tenants/service';
import { createCheckAccess } from '../visitors/access';
import { createVisitorAuth } from '../visitors/auth';
import { createSessionCreation } from '../visitors/create-session';
import { createIdentify } from '../visitors/identify';
import { visitorRoutes } from '../visitors/routes';
import { createVisitorSessions } from '../visitors/sessions';
import { createWidgetConfig } from '../visitors/widget-config';
import { invitationRoutes } from '../workspaces/invitation-routes';
import { createInvitationBudget } from '../workspaces/invitation-budget';
import { createInvitations } from '../workspaces/invitations';
import { createMembers } from '../workspaces/members';
import { createRoles, roleOf } from '../workspaces/roles';
import { VERSION } from '../version';
import { memberRoutes, workspaceRoutes } from '../workspaces/routes';
import { createWorkspaces } from '../workspaces/workspaces';

export { ConfigError, type Config } from '../config/config';
export { readConfig } from '../config/read-config';
export { Unreachable } from './start-failures';
export { createLog, type Logger } from '../platform/log';

export interface RelayOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  databaseLimits?: Partial<DatabaseLimits>;
  /** The web console's build, where it is not beside the program. */
  consoleFolder?: string;
}

/** A relay that has not begun to listen yet. */
export interface Relay {
  /**
   * Migrated and seeded already when this object exists; now it listens.
   * @throws {ConfigError} naming HOST or PORT where it can't; everything is closed then
   */
  start(): Promise<void>;
  /** Where it listens, once started. */
  address(): string;
  /** Drains: says goodbye to sockets, finishes what was accepted, then closes everything. */
  stop(): Promise<void>;
  /** Every HTTP route under the prefix. */
  routes: readonly Route[];
  http: Server;
}

const SOCKET_DRAIN_MS = 3_000;
/** What a database has not answered by then is not waited for: a drain ends within 10 s. */
const DATABASE_DRAIN_MS = 6_000;

/**
 * The composition root: builds every part and mounts it, in one visible order. When that fails,
 * everything it opened is closed again.
 * @throws {ConfigError} naming the database that can't be used, or that another relay uses
 * @throws {Unreachable} when the database stays unreachable
 */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const closing = createClosing();
  try {
    return await buildRelay(options, closing);
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
}

async function buildRelay(
  {
    config,
    log,
    clock = systemClock,
    databaseLimits = {},
    consoleFolder: consolePage = consoleFolder(),
  }: RelayOptions,
  closing: Closing,
): Promise<Relay> {
  // Storage
  const { database, keys } = await openStorage(config, log, databaseLimits);
  closing.add(database.close);
  const adminKey = config.adminKey ?? (config.isLocal ? keptAdminKey(config.dataDir) : null);
  const bus =
    config.redisUrl === null ? null : await connectRedisBus(config.redisUrl, newId(), log);
  if (bus) closing.add(bus.close);
  const redis = bus?.client ?? null;
  const hub = createHub(bus, log);
  const metrics = createMetrics();
  const rateLimiter = createRateLimiter(config.limits, redis);
  const idempotency = createIdempotency({ database, clock });
  const tokens = createTokens({
    issuer: config.baseUrl,
    consoleKey: keys.consoleJwt,
    visitorKey: keys.visitorJwt,
    clock,
  });

  // Workspaces and accounts
  const isMailConfigured = config.smtpUrl !== null;
  const audit = createAudit({ database, clock });
  const mailer = createMailer({ isConfigured: isMailConfigured, key: keys.mail, clock });
  const budgets = createBudgets({ database, clock });
  const mailBudgets = createMailBudgets({
    database,
    clock,
    limits: config.limits,
    isLocal: config.isLocal,
  });
  const mailWorker =
    config.smtpUrl === null
      ? null
      : createMailWorker({
          database,
          key: keys.mail,
          clock,
          log,
          smtpUrl: config.smtpUrl,
          from: config.mailFrom,
        });
  const roles = createRoles({ database });
  const workspaces = createWorkspaces({
    database,
    clock,
    audit,
    roles,
    maxPerAccount: config.limits.workspaces_per_account,
  });
  const invitations = createInvitations({
    database,
    clock,
    audit,
    roles,
    mailer,
    budget: createInvitationBudget({ clock, budgets, mailBudgets, limits: config.limits }),
    baseUrl: config.baseUrl,
    revealsTokens: config.isLocal && !isMailConfigured,
    onAccepted: (tx, invitation, account) =>
      operators.createFromInvitation(tx, invitation, account.accountId),
  });
  const members = createMembers({
    database,
    audit,
    roles,
    onRemoved: (tx, workspaceId, accountId) => operators.removeMember(tx, workspaceId, accountId),
  });
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
    invitations,
    otpPepper: keys.otpPepper,
    knownAddressKey: keys.knownAddress,
    isLocal: config.isLocal,
    mfa: config.mfa,
    systemAdminEmails: config.systemAdminEmails,
    authenticator:
      config.authenticator && createAuthenticator({ ...config.authenticator, clock, log }),
    onSessionsRevoked: (sessionIds) => {
      for (const sessionId of sessionIds) hub.publish({ kind: 'console-session-over', sessionId });
    },
  });

  if (config.systemAdmin) {
    const { outcome } = await accounts.systemAdmins.seed(config.systemAdmin, null);
    log.info({ outcome }, 'super-admin seeded');
  }

  // Tenants and operators
  const guard = createAddressGuard({
    allowCidrs: config.callbackAllowCidrs,
    isLocal: config.isLocal,
  });
  const directory = createTenantDirectory({ database, clock });
  // Before anyone else hears of the change and looks the tenant up.
  hub.watch((notice) => {
    if (notice.kind === 'tenant-changed') directory.forget(notice.tenantId);
  });
  const secrets = createTenantSecrets({ database, directory, key: keys.tenantSecret, clock });
  const presence = createOperatorPresence({
    database,
    clock,
    awayAfterMs: config.operatorAwayReleaseMs,
  });
  const operators = createOperators({
    database,
    clock,
    audit,
    roles,
    directory,
    presence,
    createInvitation: invitations.createInvitation,
  });
  const tenants = createTenants({
    maxPerWorkspace: config.limits.tenants_per_workspace,
    database,
    directory,
    secrets,
    clock,
    isLocal: config.isLocal,
    roles,
    audit,
    checkCallbackUrl: guard.checkUrl,
    tenantIdsServedBy: operators.tenantIdsServedBy,
  });
  /** Every authenticated request, and every open live feed, is a sign of life. */
  const authenticate = async (token: string) => {
    const principal = await accounts.consoleAuth.authenticate(token);
    // Awaited: what the operator claims now must not count as a silent operator's.
    await presence
      .touch(principal.accountId)
      .catch((error: unknown) => log.warn({ err: error }, 'touch failed'));
    return principal;
  };

  // Visitors
  const visitorSessions = createVisitorSessions({ database, clock });
  const checkAccess = createCheckAccess({ tokens, sessions: visitorSessions, directory, clock });
  const visitorAuth = createVisitorAuth({ checkAccess });
  const widgetConfig = createWidgetConfig({ operators: presence, clock });
  const createSession = createSessionCreation({
    directory,
    sessions: visitorSessions,
    tokens,
    rateLimiter,
    widgetConfig,
  });

  // Callbacks
  const sender = measureSender(metrics, createSender({ guard }));
  closing.add(sender.close);
  const callbackWorker = createCallbackWorker({
    database,
    clock,
    log,
    slowSlots: config.callbacksInFlight,
    deliver: createDelivery({
      sender,
      targetOf: directory.find,
      activeSecret: secrets.activeSecret,
      onDelivered: (event, answerText) => answerAsTenantBot(event, answerText),
      clock,
      log,
    }),
  });

  // Conversations and bots
  const store = createConversationStore(database.read);
  const surroundingsOf = createSurroundings({
    clock,
    isAnyOperatorAvailable: (tenantId) => presence.isAnyAvailable(tenantId, clock()),
  });
  const journal = createJournal({
    messagesPerDay: config.limits.messages_per_session_day,
    database,
    clock,
    outbox: createOutbox({ wake: callbackWorker.wake }),
    publish: (committed) => {
      const notice = noticeOf(committed);
      if (notice) hub.publish(notice);
      for (const { sender } of committed.change?.messages ?? []) meters.messageCommitted(sender);
      bots.hear(committed);
    },
    onBatch: (commands) => meters.batchCommitted(commands),
  });
  const conversing = { clock, log, journal, store, surroundingsOf, findTenant: directory.find };
  const bots = createBotRunner(conversing);
  const inbox = createInbox({
    ...conversing,
    hub,
    scopeOf: (accountId) => readInboxScope(database.read, accountId),
    findOperator: operators.find,
  });
  const replayClaims = createReplayClaims({ database, clock });
  const tenantBackend = createTenantBackend({ journal, store, hub, surroundingsOf });
  const answerAsTenantBot = createTenantBot({
    hands: tenantBackend,
    findTenant: directory.find,
    log,
  });

  const compliance = createCompliance({ database, clock, audit, directory, store, hub });

  // HTTP
  const http = createHttpServer(config, log);
  closing.add(() => http.stop({ timeout: 1_000 }));
  const clientAddress = createClientAddress(config.trustedProxies);
  const addressOf = (remote: string | undefined, forwardedFor: unknown): string =>
    clientAddress(remote ?? '', typeof forwardedFor === 'string' ? forwardedFor : undefined);
  const clientIp = ({ info, headers }: Request): string =>
    addressOf(info.remoteAddress, headers['x-forwarded-for']);
  http.auth.strategy('console', 'bearer', {
    validate: authenticate,
  });
  http.auth.strategy('system', 'bearer', {
    validate: createSystemAuth(authenticate),
  });
  http.auth.strategy('visitor', 'bearer', { validate: visitorAuth.validate });
  http.auth.strategy('visitor-expired', 'bearer', { validate: visitorAuth.validateExpired });
  registerTenantSignature(http, {
    liveSecrets: secrets.liveSecrets,
    replayStore: replayClaims,
    findTenant: directory.find,
    maxBodyBytes: config.limits.body_tenant_api_bytes,
    clock,
  });
  registerAdminKeyStrategy(http, { adminKey, redis, clientIp });
  const routes: Route[] = [
    ...accountRoutes({ ...accounts, workspaces }),
    ...sessionRoutes({ database, sessions: accounts.sessions, workspaces }),
    ...settingsRoutes(accounts),
    ...bootstrapRoutes({
      systemAdmins: accounts.systemAdmins,
      configuredSeed: config.systemAdmin,
      isLocal: config.isLocal,
    }),
    ...systemRoutes({
      overview: createSystemOverview({ database }),
      setTenantStatus: createSuspension({ tenants, directory, audit }),
      audit,
    }),
    ...workspaceRoutes({ workspaces }),
    ...memberRoutes({ members }),
    ...invitationRoutes({ invitations, clock }),
    ...auditRoutes({ audit, roles }),
    ...tenantRoutes({ tenants }),
    ...operatorRoutes({ operators, clock }),
    ...cannedReplyRoutes({
      cannedReplies: createCannedReplies({
        database,
        clock,
        audit,
        roles,
        maxPerWorkspace: config.limits.canned_replies_per_workspace,
      }),
    }),
    ...visitorRoutes({
      createSession,
      identify: createIdentify({ secrets, sessions: visitorSessions, directory }),
      sessions: visitorSessions,
      directory,
      tokens,
      widgetConfig,
    }),
    ...conversationRoutes({ inbox, store, slowRead: database.slowRead }),
    ...complianceRoutes({ compliance, directory, roles }),
    ...callbackRoutes({
      database,
      directory,
      roles,
      audit,
      redelivery: createRedelivery({
        database,
        clock,
        wake: callbackWorker.wake,
      }),
      testCall: createTestCall({
        guard,
        sender,
        targetOf: directory.find,
        activeSecret: secrets.activeSecret,
        clock,
      }),
    }),
    ...tenantApiRoutes({ backend: tenantBackend, store, sessions: visitorSessions, compliance }),
  ];
  const services = { limits: config.limits, rateLimiter, idempotency, clientIp };
  http.route(routes.map((route) => toHapiRoute(route, services)));
  let isDraining = false;
  registerHealth(http, database, {
    isDraining: () => isDraining,
    oldestCommandMs: journal.oldestMs,
    redis: () => (bus ? (bus.isHealthy() ? 'ok' : 'away') : 'unset'),
    mail: mailWorker ? watchMailHealth(mailWorker) : async () => 'unset',
  });
  registerOpenApi(http, { routes, baseUrl: config.baseUrl, version: VERSION });
  registerMetrics(http, metrics);
  if (config.hasConsolePage) registerConsolePage(http, consolePage);

  // Sockets
  const callerOf = ({ socket, headers }: IncomingMessage): string =>
    addressOf(socket.remoteAddress, headers['x-forwarded-for']);
  const admit = (request: IncomingMessage): Promise<void> =>
    rateLimiter.consume('socket_per_ip', callerOf(request));
  const upkeep = createSocketUpkeep();
  closing.add(upkeep.stop);
  const widgetSockets = createWidgetSockets({
    ...conversing,
    limits: config.limits,
    hub,
    upkeep,
    widgetConfig,
    authenticate: (token, originHeader) => checkAccess(token, { originHeader }),
    callerOf,
    admit,
  });
  closing.add(widgetSockets.stop);
  const consoleFeed = await createConsoleFeed({
    clock,
    log,
    hub,
    store,
    upkeep,
    authenticate,
    inboxScope: (accountId) => readInboxScope(database.read, accountId),
    isMember: async (accountId, workspaceId) =>
      (await roleOf(database.read, accountId, workspaceId)) !== null,
    findTenant: directory.find,
    admit,
  });
  dispatchUpgrades(
    http.listener,
    new Map([
      [WIDGET_SOCKET_PATH, widgetSockets.accept],
      [CONSOLE_FEED_PATH, consoleFeed.accept],
    ]),
  );

  const meters = measureRelay(metrics, {
    visitorSockets: widgetSockets.size,
    consoleSockets: consoleFeed.size,
    journalDepth: journal.depth,
  });
  measureCallbacks(metrics, {
    stats: callbackWorker.stats,
    backlog: createBacklog({ database, clock }),
  });

  // What one part tells the others
  visitorSessions.onEnded((sessionId) => hub.publish({ kind: 'session-over', sessionId }));
  directory.onChange((tenantId) => hub.publish({ kind: 'tenant-changed', tenantId }));
  presence.onPresence((change) => hub.publish({ kind: 'presence', ...change }));

  // What runs by itself
  const stops: (() => void | Promise<void>)[] = [
    watchQueuePositions(hub, store, log),
    directory.follow(log, (tenantId) => hub.publishHere({ kind: 'tenant-changed', tenantId })),
  ];

  const stop = async (): Promise<void> => {
    isDraining = true;
    const patience = setTimeout(() => database.abandon(), DATABASE_DRAIN_MS);
    const stopping = stops.map((stopOne) => stopOne());
    await widgetSockets.drain(SOCKET_DRAIN_MS);
    await Promise.all([
      ...stopping,
      consoleFeed.stop(),
      callbackWorker.stop(),
      mailWorker?.stop(),
      bots.stop(),
    ]);
    await Promise.all([journal.drain(), visitorSessions.drain()]);
    await closing.closeAll();
    clearTimeout(patience);
  };

  return {
    routes,
    http,
    address: () => http.info.uri,
    start: async () => {
      try {
        await consoleFeed.start();
        await http.start();
      } catch (error) {
        await stop();
        throw explainListenFailure(error, config);
      }
      callbackWorker.start();
      mailWorker?.start();
      bots.start();
      stops.push(
        startAutoRelease({
          ...conversing,
          silentSince: presence.silentSince,
          awayReleaseMs: config.operatorAwayReleaseMs,
        }),
        startTroubleMails({ database, clock, log, mailer }),
        startMaintenance(log, [
          accounts.deleteExpired,
          invitations.deleteExpired,
          idempotency.deleteExpired,
          replayClaims.deleteExpired,
          createCallbackRetention({ database, clock }),
          createQueueMails({ database, clock, mailer }),
          async () => void (await visitorSessions.purgeExpired(clock())),
        ]),
      );
      if (bus) {
        stops.push(
          watchMissedChanges({
            ...conversing,
            hub,
            isBusHealthy: bus.isHealthy,
            tenantIds: () => [...widgetSockets.tenantIds(), ...consoleFeed.tenantIds()],
            isWatched: ({ session, state }) =>
              hub.isWatched(session.sessionId) || consoleFeed.isWatching(state.conversationId),
          }),
        );
      }
    },
    stop,
  };
}
