import { createCheckAccess } from '../visitors/access';
import { createVisitorAuth } from '../visitors/auth';
import { createSessionCreation } from '../visitors/create-session';
import { createIdentify } from '../visitors/identify';
import { createVisitorSessions } from '../visitors/sessions';
import { createWidgetConfig } from '../visitors/widget-config';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';

export type VisitorsPart = ReturnType<typeof buildVisitors>;

/** Visitor sessions and their tokens. */
export function buildVisitors(
  { database, clock, log, tokens, rateLimiter }: Infrastructure,
  { directory, secrets, presence }: TenancyPart,
) {
  const sessions = createVisitorSessions({ database, clock, log });
  const checkAccess = createCheckAccess({ tokens, sessions, directory, clock });
  const widgetConfig = createWidgetConfig({ operators: presence, clock });
  return {
    sessions,
    checkAccess,
    widgetConfig,
    auth: createVisitorAuth({ checkAccess }),
    createSession: createSessionCreation({
      directory,
      sessions,
      tokens,
      rateLimiter,
      widgetConfig,
    }),
    identify: createIdentify({ secrets, sessions, directory }),
  };
}
