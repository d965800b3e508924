import type { Server } from '@hapi/hapi';
import { randomBytes } from 'node:crypto';
import { accountRoutes } from '../../../src/accounts/routes';
import { sessionRoutes } from '../../../src/accounts/sessions/routes';
import { settingsRoutes } from '../../../src/accounts/settings-routes';
import { registerFileRoutes } from '../../../src/attachments/file-routes';
import { attachmentRoutes } from '../../../src/attachments/routes';
import { auditRoutes } from '../../../src/workspaces/audit-routes';
import { importRoutes } from '../../../src/conversations/imports/routes';
import { noteRoutes } from '../../../src/conversations/inbox/notes/routes';
import { blockRoutes } from '../../../src/conversations/inbox/blocks/routes';
import { bulkRoutes } from '../../../src/conversations/inbox/bulk/routes';
import { removalRoutes } from '../../../src/conversations/inbox/removals/routes';
import { tagRoutes } from '../../../src/conversations/inbox/tags/routes';
import { cannedReplyRoutes } from '../../../src/conversations/inbox/canned-replies/routes';
import { complianceRoutes } from '../../../src/compliance/routes';
import { callbackRoutes } from '../../../src/callbacks/console/routes';
import { readConfig } from '../../../src/config/read-config';
import { answerMailRoutes } from '../../../src/conversations/answer-mails/routes';
import { transcriptRoutes } from '../../../src/conversations/transcript/routes';
import { conversationRoutes } from '../../../src/conversations/inbox/routes';
import { visitorConversationRoutes } from '../../../src/conversations/inbox/visitor-routes';
import {
  createReadinessCheck,
  registerHealth,
  type Readiness,
} from '../../../src/platform/http/server/health';
import { createHttpServer } from '../../../src/platform/http/server/http-server';
import {
  createMetrics,
  registerMetrics,
  type Metrics,
} from '../../../src/platform/metrics/metrics';
import { registerOpenApi } from '../../../src/platform/openapi/openapi';
import { createRateLimiter } from '../../../src/platform/rate-limits/rate-limit';
import { createAnswerStreams } from '../../../src/platform/http/answer-streams';
import { toHapiRoute, type Route } from '../../../src/platform/http/route';
import { operatorRoutes } from '../../../src/operators/routes';
import { bootstrapRoutes } from '../../../src/system/break-glass-routes';
import { reportRoutes } from '../../../src/reports/routes';
import { systemRoutes } from '../../../src/system/routes';
import { tenantApiRoutes } from '../../../src/tenant-api/routes';
import { knowledgeRoutes } from '../../../src/bots/knowledge/routes';
import { handOverRoutes } from '../../../src/bots/hand-overs/routes';
import { translationRoutes } from '../../../src/bots/translation/routes';
import { unansweredRoutes } from '../../../src/bots/unanswered/routes';
import { botRoutes } from '../../../src/bots/routes';
import { faqRoutes } from '../../../src/tenants/faq/routes';
import { tenantRoutes } from '../../../src/tenants/routes';
import { visitorRoutes } from '../../../src/visitors/routes';
import { sightingRoutes } from '../../../src/visitors/sightings/routes';
import { invitationRoutes } from '../../../src/workspaces/invitation-routes';
import { memberRoutes, workspaceRoutes } from '../../../src/workspaces/routes';
import { openTestDatabase, quietLog } from '../../support/database';

/** Creating these routes calls none of the services that handle them. */
const unused = { systemAdmins: {}, inbox: {} } as never;

export const STATED_ROUTES: readonly Route[] = [
  ...accountRoutes(unused),
  ...sessionRoutes(unused),
  ...settingsRoutes(unused),
  ...auditRoutes(unused),
  ...workspaceRoutes(unused),
  ...memberRoutes(unused),
  ...invitationRoutes(unused),
  ...bootstrapRoutes(unused),
  ...systemRoutes(unused),
  ...tenantRoutes(unused),
  ...faqRoutes(unused),
  ...botRoutes(unused),
  ...knowledgeRoutes(unused),
  ...unansweredRoutes(unused),
  ...handOverRoutes(unused),
  ...translationRoutes(unused),
  ...operatorRoutes(unused),
  ...cannedReplyRoutes(unused),
  ...attachmentRoutes(unused),
  ...noteRoutes(unused),
  ...tagRoutes(unused),
  ...removalRoutes(unused),
  ...blockRoutes(unused),
  ...bulkRoutes(unused),
  ...importRoutes(unused),
  ...visitorRoutes(unused),
  ...reportRoutes(unused),
  ...sightingRoutes(unused),
  ...conversationRoutes(unused),
  ...transcriptRoutes(unused),
  ...visitorConversationRoutes(unused),
  ...answerMailRoutes(unused),
  ...complianceRoutes(unused),
  ...tenantApiRoutes(unused),
  ...callbackRoutes(unused),
];

export interface DocumentedServer {
  server: Server;
  metrics: Metrics;
  close(): Promise<void>;
}

/** Starts a server with the stated routes, and with the routes that every relay serves for machines and readers. */
export async function startDocumentedServer(): Promise<DocumentedServer> {
  const { database, close } = await openTestDatabase();
  const config = readConfig({
    MASTER_KEY: randomBytes(32).toString('base64'),
    ADMIN_KEY: 'the-admin-key-of-this-test-server-0123456789',
    PORT: '0',
    BASE_URL: 'https://relay.acme.test',
  });
  const server = createHttpServer(config, quietLog);
  for (const strategy of new Set(STATED_ROUTES.map((route) => route.strategy))) {
    if (strategy === null) continue;
    server.auth.strategy(strategy, 'bearer', { validate: async () => ({}) });
  }
  const services = {
    limits: config.limits,
    rateLimiter: createRateLimiter(config.limits, null),
    answerStreams: createAnswerStreams(),
    idempotency: unused,
    clientIp: () => '127.0.0.1',
    checkSignIn: () => undefined,
  };
  server.route(STATED_ROUTES.map((route) => toHapiRoute(route, services)));
  registerFileRoutes(server, unused);
  const readiness: Readiness = {
    isDraining: () => false,
    oldestCommandMs: () => 0,
    redis: () => 'unset',
    mail: async () => 'unset',
    attachments: async () => 'ok',
  };
  registerHealth(server, createReadinessCheck(database, readiness));
  const metrics = createMetrics();
  registerMetrics(server, metrics);
  registerOpenApi(server, { routes: STATED_ROUTES, baseUrl: config.baseUrl, version: '1.2.3' });
  await server.start();
  return {
    server,
    metrics,
    close: async () => {
      await server.stop();
      await close();
    },
  };
}
