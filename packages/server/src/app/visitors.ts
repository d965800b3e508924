import { createCheckAccess } from '../visitors/access';
import { createBlocks } from '../visitors/blocks/blocks';
import { createSessionCreation } from '../visitors/create-session';
import { createIdentify } from '../visitors/identify';
import { createVisitorSessions } from '../visitors/sessions';
import { createPageLog } from '../visitors/page-log';
import { createSightings } from '../visitors/sightings/sightings';
import { createIsOnline, createWidgetConfig } from '../visitors/widget-config';
import type { AccountsPart } from './accounts';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';

export type VisitorsPart = ReturnType<typeof buildVisitors>;

/** Visitor sessions and their tokens. */
export function buildVisitors(
  { database, clock, log, keys, tokens, rateLimiter, lifecycle }: Infrastructure,
  { mailer }: AccountsPart,
  { directory, secrets, presence }: TenancyPart,
) {
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
