import { visitorRoutes } from './routes';
import { sightingRoutes } from './sightings/routes';
import type { Blocks } from './blocks/blocks';
import type { VisitorSessions } from './sessions';
import type { Sightings } from './sightings/sightings';
import type { Part } from '../platform/part';
import { createCheckAccess } from './access';
import { createBlocks } from './blocks/blocks';
import { createSessionCreation } from './create-session';
import { createIdentify } from './identify';
import { createVisitorSessions } from './sessions';
import { createPageLog } from './pages/page-log';
import { createSightings } from './sightings/sightings';
import { createIsOnline, createWidgetConfig } from './widget-config';
import type { OperatorPresence } from '../operators/presence';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Mailer } from '../platform/mail/mailer';
import type { RateLimiter } from '../platform/rate-limits/rate-limit';
import type { Keys } from '../platform/security/keys';
import type { Tokens } from '../platform/security/tokens';
import type { Database } from '../platform/storage/database';
import type { Lifecycle } from '../platform/tasks/lifecycle';
import type { TenantDirectory } from '../tenants/directory';
import type { TenantSecrets } from '../tenants/secrets';

export interface VisitorsDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  keys: Pick<Keys, 'visitorBlock'>;
  tokens: Tokens;
  rateLimiter: RateLimiter;
  lifecycle: Pick<Lifecycle, 'register'>;
  mailer: Pick<Mailer, 'isConfigured'>;
  directory: TenantDirectory;
  secrets: TenantSecrets;
  presence: OperatorPresence;
}

export type VisitorsBuilt = ReturnType<typeof buildVisitors>;

/** Builds visitor sessions, their tokens, blocks and sightings. */
export function buildVisitors(deps: VisitorsDeps) {
  const { database, clock, log, keys, tokens, rateLimiter, lifecycle } = deps;
  const { mailer, directory, secrets, presence } = deps;
  const sessions = createVisitorSessions({ database, clock, log });
  const sightings = createSightings({ database, clock, log });
  lifecycle.register({ name: 'sightings of the widget', ...sightings });
  const pageLog = createPageLog({ database, clock, log, directory });
  lifecycle.register({ name: 'pages of visitors', start: pageLog.start, stop: pageLog.stop });
  const blocks = createBlocks({ database, clock, log, keys: keys.visitorBlock });
  const checkAccess = createCheckAccess({ tokens, sessions, directory, clock, sightings, blocks });
  const isOnline = createIsOnline({ operators: presence, clock });
  const widgetConfig = createWidgetConfig({ isOnline, hasMail: mailer.isConfigured });
  return {
    sessions,
    sightings,
    pageLog,
    blocks,
    checkAccess,
    isOnline,
    widgetConfig,
    createSession: createSessionCreation({
      directory,
      sessions,
      tokens,
      rateLimiter,
      widgetConfig,
      sightings,
      blocks,
    }),
    identify: createIdentify({ secrets, sessions, directory, blocks }),
  };
}

export function visitorsPart(
  deps: Parameters<typeof visitorRoutes>[0] &
    Parameters<typeof sightingRoutes>[0] & {
      clock: Clock;
      sessions: Pick<VisitorSessions, 'purgeExpired'>;
      sightings: Pick<Sightings, 'deleteExpired'>;
      blocks: Pick<Blocks, 'deleteExpired'>;
    },
): Part {
  const { clock, sessions, sightings, blocks } = deps;
  return {
    routes: [...visitorRoutes(deps), ...sightingRoutes(deps)],
    deletions: [
      async () => void (await sessions.purgeExpired(clock())),
      sightings.deleteExpired,
      blocks.deleteExpired,
    ],
  };
}
