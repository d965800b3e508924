import type { WidgetConfig } from '@chat-relay/widget-sdk/frames';
import { AppError } from '../platform/errors';
import type { RateLimiter } from '../platform/rate-limits/rate-limit';
import type { Signed, Tokens } from '../platform/security/tokens';
import type { TenantDirectory } from '../tenants/directory';
import { canonicalOrigin, originAllowed, requestOrigin } from '../tenants/origin';
import type { CreateSessionFields } from './schemas';
import type { VisitorSession } from './session';
import type { SightingOutcome } from './sightings/wire';
import type { Sightings } from './sightings/sightings';
import type { VisitorSessions } from './sessions';
import { signVisitorToken } from './visitor-token';
import type { Blocks } from './blocks/blocks';
import type { BuildWidgetConfig } from './widget-config';
import { findWidgetTenant } from './widget-tenant';

export interface CreatedSession {
  session: VisitorSession;
  token: Signed;
  widgetConfig: WidgetConfig;
}

export type CreateSession = (
  fields: CreateSessionFields,
  caller: { originHeader: string | undefined; ip: string },
) => Promise<CreatedSession>;

/**
 * Creates sessions. It waits for one statement only, the insert of the session, which is made for groups of sessions.
 */
export function createSessionCreation(deps: {
  directory: TenantDirectory;
  sessions: VisitorSessions;
  tokens: Tokens;
  rateLimiter: RateLimiter;
  widgetConfig: BuildWidgetConfig;
  sightings: Pick<Sightings, 'note'>;
  blocks: Pick<Blocks, 'isBlocked' | 'subjects'>;
}): CreateSession {
  const { directory, sessions, tokens, rateLimiter } = deps;
  return async (fields, { originHeader, ip }) => {
    const { tenant_id: tenantId, widget_public_key: widgetPublicKey } = fields;
    const note = (outcome: SightingOutcome): void => {
      const page = pageOf(fields.origin, originHeader);
      const widgetVersion = fields.widget_version;
      deps.sightings.note({ tenantId, origin: page, outcome, widgetVersion, ip });
    };
    const tenant = await findWidgetTenant(directory, fields).catch(async (error: unknown) => {
      if (error instanceof AppError && (await directory.find(tenantId))) {
        note(error.code === 'tenant_suspended' ? 'suspended' : 'wrong_key');
      }
      throw error;
    });
    const origin = claimedOrigin(fields.origin, originHeader);
    if (origin === null || !originAllowed(origin, tenant.allowedOrigins)) {
      note('origin_not_allowed');
      throw new AppError('origin_not_allowed');
    }
    await rateLimiter.consume('create_session_per_tenant', tenantId);
    if (await deps.blocks.isBlocked(tenant, { ip })) throw new AppError('visitor_blocked');

    const session = await sessions.create({
      tenantId,
      widgetPublicKey,
      origin,
      locale: fields.locale ?? tenant.defaultLocale,
      mode: fields.mode ?? 'bot',
      routingKey: fields.routing_key ?? null,
      metadata: JSON.stringify(fields.metadata ?? {}),
      addressHmac: deps.blocks.subjects.ofAddress(tenantId, ip)[0],
    });
    const [token, widgetConfig] = await Promise.all([
      signVisitorToken(tokens, session),
      deps.widgetConfig(tenant, session.locale),
    ]);
    note('accepted');
    return { session, token, widgetConfig };
  };
}

/** The origin of the calling page, to show to the tenant. A browser's header takes precedence over the body. */
function pageOf(written: string, header: string | undefined): string | null {
  return requestOrigin(header ?? canonicalOrigin(written, { allowHttp: true }) ?? '');
}

/**
 * Returns the origin of a page in canonical form, or null. A page can't forge a browser's header, so the body must
 * agree with it. Without a header, the body decides.
 */
function claimedOrigin(written: string, header: string | undefined): string | null {
  const origin = canonicalOrigin(written, { allowHttp: true });
  if (header === undefined) return origin;
  return requestOrigin(header) === origin ? origin : null;
}
