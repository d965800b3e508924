import type { IncomingMessage } from 'node:http';
import type { Request, Server } from '@hapi/hapi';
import { createConsoleOrigin } from '../accounts/sessions/console-origin';
import { registerConsoleScheme } from '../accounts/sessions/console-scheme';
import { readSessionCookie } from '../accounts/sessions/session-cookie';
import type { RunningWork, Work } from '../platform/event-loop/running-work';
import { createAnswerStreams } from '../platform/http/answer-streams';
import { createHttpServer } from '../platform/http/server/http-server';
import { createClientAddress, createProxyTrust } from '../platform/rate-limits/client-address';
import { createForwardedWatch } from '../platform/rate-limits/forwarded-watch';
import { registerHealth, type ReadinessReport } from '../platform/http/server/health';
import { toHapiRoute, type Route } from '../platform/http/route';
import { registerStopPage } from '../conversations/answer-mails/stop-page';
import { registerMetrics } from '../platform/metrics/metrics';
import { registerOpenApi } from '../platform/openapi/openapi';
import { registerAdminKeyStrategy } from '../system/break-glass-key';
import { createSystemAuth } from '../system/principal';
import { createReplayClaims } from '../tenant-api/replay-claims';
import { registerTenantSignature } from '../tenant-api/signature';
import { VERSION } from '../version';
import { registerFileRoutes } from '../attachments/file-routes';
import { createVisitorAuth } from '../visitors/auth';
import type { AttachmentsBuilt } from '../attachments/build';
import type { ConversationsPart } from './conversations';
import type { Infrastructure } from './infrastructure';
import { explainListenFailure } from './start-failures';
import type { TenancyPart } from './tenancy';
import type { VisitorsBuilt } from '../visitors/build';

export type HttpPart = ReturnType<typeof buildHttp>;

/** The HTTP server with its authentication; it listens when the relay starts. */
export function buildHttp(
  infrastructure: Infrastructure,
  { directory, secrets, authenticate }: TenancyPart,
  visitors: VisitorsBuilt,
) {
  const { config, log, clock, database, bus, adminKey, lifecycle, running } = infrastructure;
  const server = createHttpServer(config, log);
  nameRequests(server, running);
  lifecycle.register({
    name: 'http',
    start: () =>
      server.start().catch((error: unknown) => {
        throw explainListenFailure(error, config);
      }),
    stop: () => server.stop({ timeout: 1_000 }),
  });

  const addressOf = createClientAddress(config.trustedProxies);
  const watchForwarded = createForwardedWatch({
    isTrusted: createProxyTrust(config.trustedProxies),
    log,
    clock,
  });
  const callerOf = (remote: string = '', forwardedFor: unknown): string => {
    if (typeof forwardedFor !== 'string') return addressOf(remote, undefined);
    watchForwarded(remote);
    return addressOf(remote, forwardedFor);
  };
  const clientIp = ({ info, headers }: Request): string =>
    callerOf(info.remoteAddress, headers['x-forwarded-for']);

  const replayClaims = createReplayClaims({ database, clock });
  const consoleOrigin = createConsoleOrigin(config);
  registerConsoleScheme(server, ({ raw: { req } }) =>
    consoleOrigin.mayUseCookie(req.headers) ? readSessionCookie(req.headers.cookie) : null,
  );
  server.auth.strategy('console', 'console', { validate: authenticate });
  server.auth.strategy('system', 'console', { validate: createSystemAuth(authenticate) });
  const visitorAuth = createVisitorAuth({ checkAccess: visitors.checkAccess, clientIp });
  server.auth.strategy('visitor', 'bearer', { validate: visitorAuth.validate });
  server.auth.strategy('visitor-expired', 'bearer', { validate: visitorAuth.validateExpired });
  registerTenantSignature(server, {
    liveSecrets: secrets.liveSecrets,
    replayStore: replayClaims,
    directory,
    maxBodyBytes: config.limits.body_tenant_api_bytes,
    clock,
  });
  registerAdminKeyStrategy(server, { adminKey, redis: bus, clientIp });

  return {
    server,
    replayClaims,
    clientIp,
    consoleOrigin,
    /** The client's address of a WebSocket handshake. */
    upgradeIp: ({ socket, headers }: IncomingMessage): string =>
      callerOf(socket.remoteAddress, headers['x-forwarded-for']),
  };
}

/** Records each running route, for the log line about a turn of the event loop that took too long. */
function nameRequests(server: Server, running: RunningWork): void {
  const works = new WeakMap<Request, Work>();
  server.ext('onPreAuth', (request, h) => {
    const { method, route } = request;
    works.set(request, running.begin(`${method.toUpperCase()} ${route.path}`));
    return h.continue;
  });
  server.events.on('response', (request) => {
    const work = works.get(request);
    if (work) running.end(work);
  });
}

export function registerRoutes({
  infrastructure,
  http: { server, clientIp, consoleOrigin },
  routes,
  attachments,
  conversations: { stopPage },
  checkReadiness,
}: {
  infrastructure: Infrastructure;
  http: HttpPart;
  routes: readonly Route[];
  attachments: AttachmentsBuilt;
  conversations: ConversationsPart;
  checkReadiness: () => Promise<ReadinessReport>;
}): void {
  const { config, metrics, rateLimiter, idempotency } = infrastructure;
  const { checkSignIn } = consoleOrigin;
  const services = {
    limits: config.limits,
    rateLimiter,
    answerStreams: createAnswerStreams(),
    idempotency,
    clientIp,
    checkSignIn,
  };
  server.route(routes.map((route) => toHapiRoute(route, services)));
  const { uploads, downloads, networkOf, transferMs } = attachments;
  registerFileRoutes(server, {
    uploads,
    downloads,
    networkOf,
    transferMs,
    rateLimiter,
    clientIp,
  });
  registerHealth(server, checkReadiness);
  registerOpenApi(server, { routes, baseUrl: config.baseUrl, version: VERSION });
  registerMetrics(server, metrics);
  registerStopPage(server, { ...stopPage, rateLimiter, clientIp });
}
