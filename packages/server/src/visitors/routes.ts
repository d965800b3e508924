import { createHash } from 'node:crypto';
import type { Call, Route } from '../platform/http/route';
import type { Tokens } from '../platform/security/tokens';
import type { TenantDirectory } from '../tenants/directory';
import { expiredVisitorRoute, openVisitorRoute, visitorRoute } from './auth';
import type { CreateSession } from './create-session';
import type { IdentifyVisitor } from './identify';
import {
  createSessionAnswer,
  createSessionBody,
  createSessionQuery,
  endSessionAnswer,
  identifyAnswer,
  identifyBody,
  tokenAnswer,
  widgetConfigAnswer,
  widgetConfigQuery,
  type CreateSessionFields,
} from './schemas';
import type { VisitorSessions } from './sessions';
import { createdSessionView, tokenView } from './view';
import { signVisitorToken } from './visitor-token';
import type { BuildWidgetConfig } from './widget-config';
import { findWidgetTenant } from './widget-tenant';

export interface VisitorRoutesDeps {
  createSession: CreateSession;
  identify: IdentifyVisitor;
  sessions: VisitorSessions;
  directory: TenantDirectory;
  tokens: Tokens;
  widgetConfig: BuildWidgetConfig;
}

const CONFIG_MAX_AGE_S = 60;

export function visitorRoutes(deps: VisitorRoutesDeps): Route[] {
  const { sessions, directory, tokens } = deps;

  const create = async (
    fields: CreateSessionFields,
    { request, header, ip }: Pick<Call<unknown, unknown, unknown>, 'request' | 'header' | 'ip'>,
  ) => {
    const originHeader = request.headers['origin'] as string | undefined;
    const created = await deps.createSession(fields, { originHeader, ip });
    header('access-control-allow-origin', created.session.origin);
    header('cache-control', 'no-store');
    return createdSessionView(created);
  };

  return [
    openVisitorRoute({
      method: 'POST',
      path: '/create/visitor-session',
      area: 'visitor',
      summary: 'Start a visitor session from an allowed origin',
      body: createSessionBody,
      answer: createSessionAnswer,
      status: 201,
      rateLimit: 'create_session_per_ip',
      handle: (call) => create(call.body, call),
    }),
    openVisitorRoute({
      method: 'GET',
      path: '/create/visitor-session',
      area: 'visitor',
      summary: 'Start a visitor session by query parameters; metadata is JSON text',
      query: createSessionQuery,
      answer: createSessionAnswer,
      status: 201,
      rateLimit: 'create_session_per_ip',
      handle: (call) => create(call.query, call),
    }),
    openVisitorRoute({
      method: 'GET',
      path: '/fetch/widget-config',
      area: 'visitor',
      summary: "The launcher's configuration, without a session",
      query: widgetConfigQuery,
      answer: widgetConfigAnswer,
      rateLimit: 'widget_config_per_ip',
      handle: async ({ query, header }) => {
        const tenant = await findWidgetTenant(directory, query);
        const config = await deps.widgetConfig(tenant, query.locale ?? tenant.defaultLocale);
        header('cache-control', `public, max-age=${CONFIG_MAX_AGE_S}`);
        // hapi responds 304 to a matching If-None-Match.
        header('etag', etagOf(config));
        return { widget_config: config };
      },
    }),
    expiredVisitorRoute({
      method: 'POST',
      path: '/refresh/visitor-token',
      area: 'visitor',
      summary: 'A new token for the same session; the old one may have expired',
      answer: tokenAnswer,
      rateLimit: 'refresh_per_ip',
      handle: async ({ principal: { session } }) =>
        tokenView(session.sessionId, await signVisitorToken(tokens, session)),
    }),
    visitorRoute({
      method: 'POST',
      path: '/identify/visitor',
      area: 'visitor',
      summary:
        "Bind the session to the tenant's user, proven by user_signature; with cross_device, continue in their earlier one",
      body: identifyBody,
      answer: identifyAnswer,
      rateLimit: 'visitor_per_ip',
      handle: async ({ body, principal }) => {
        const { sessionId, userId, tokenVersion } = await deps.identify(principal.session, body);
        const user_id = userId ?? body.user_id;
        if (sessionId === principal.session.sessionId) {
          return { session_id: sessionId, user_id };
        }
        const earlier = { ...principal.session, sessionId, tokenVersion };
        const token = await signVisitorToken(tokens, earlier);
        return { ...tokenView(sessionId, token), user_id };
      },
    }),
    visitorRoute({
      method: 'POST',
      path: '/end/visitor-session',
      area: 'visitor',
      summary: 'End the session; its tokens are no longer valid',
      answer: endSessionAnswer,
      rateLimit: 'visitor_per_ip',
      handle: async ({ principal: { session } }) => {
        await sessions.end(session);
        return { session_id: session.sessionId };
      },
    }),
  ];
}

function etagOf(value: object): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('base64url')}"`;
}
