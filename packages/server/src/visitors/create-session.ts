import type { WidgetConfig } from '@chat-relay/widget-sdk/frames';
import { AppError } from '../platform/errors';
import type { RateLimiter } from '../platform/rate-limits/rate-limit';
import type { Signed, Tokens } from '../platform/security/tokens';
import type { TenantDirectory } from '../tenants/directory';
import { canonicalOrigin, originAllowed, requestOrigin } from '../tenants/origin';
import type { CreateSessionFields } from './schemas';
import type { VisitorSession } from './session';
import type { VisitorSessions } from './sessions';
import { signVisitorToken } from './visitor-token';
import type { BuildWidgetConfig } from './widget-config';
import { findWidgetTenant } from './widget-tenant';

export interface CreatedSession {
  session: VisitorSession;
  token: Signed;
  widgetConfig: WidgetConfig;
}

export type CreateSession = (
  fields: CreateSessionFields,
  originHeader: string | undefined,
) => Promise<CreatedSession>;

/** Nothing here waits for the database except the session's own row, which is written in groups. */
export function createSessionCreation(deps: {
  directory: TenantDirectory;
  sessions: VisitorSessions;
  tokens: Tokens;
  rateLimiter: RateLimiter;
  widgetConfig: BuildWidgetConfig;
}): CreateSession {
  const { directory, sessions, tokens, rateLimiter } = deps;
  return async (fields, originHeader) => {
    const { tenant_id: tenantId, widget_public_key: widgetPublicKey } = fields;
    const tenant = await findWidgetTenant(directory, fields);
    const origin = claimedOrigin(fields.origin, originHeader);
    if (origin === null || !originAllowed(origin, tenant.allowedOrigins)) {
      throw new AppError('origin_not_allowed');
    }
    await rateLimiter.consume('create_session_per_tenant', tenantId);

    const session = await sessions.create({
      tenantId,
      widgetPublicKey,
      origin,
      locale: fields.locale ?? tenant.defaultLocale,
      mode: fields.mode ?? 'bot',
      routingKey: fields.routing_key ?? null,
      metadata: JSON.stringify(fields.metadata ?? {}),
    });
    const [token, widgetConfig] = await Promise.all([
      signVisitorToken(tokens, session),
      deps.widgetConfig(tenant, session.locale),
    ]);
    return { session, token, widgetConfig };
  };
}

/**
 * The origin of a page in canonical form, or null. A page can't forge a browser's header, so the header must
 * match the body. Without a header, the body decides.
 */
function claimedOrigin(written: string, header: string | undefined): string | null {
  const origin = canonicalOrigin(written, { allowHttp: true });
  if (header === undefined) return origin;
  return requestOrigin(header) === origin ? origin : null;
}
