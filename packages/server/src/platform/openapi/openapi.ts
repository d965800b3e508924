import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Server } from '@hapi/hapi';
import { renderDocsPage } from './docs-page';
import type { OpenApiDocument, Parameter, PathItem, NamedSchemas } from './document';
import { ENVELOPE_SCHEMA } from './enveloped';
import { ERROR_SCHEMA, errorResponses } from './errors';
import { AREA_TAGS, CONSOLE_SESSION, operationOf, pathOf } from './operation';
import {
  FILE_PATHS,
  FILE_TAG,
  MACHINE_PATHS,
  MACHINE_TAG,
  SOCKET_PATHS,
  SOCKET_TAG,
} from './other-routes';
import { shareParts } from './shared-parts';
import { WEBHOOK_RESPONSES, WEBHOOK_TAG, webhooks } from './webhooks';
import type { Route } from '../http/route';

export interface OpenApiOptions {
  routes: readonly Route[];
  /** Without a trailing slash. */
  baseUrl: string;
  version: string;
}

/** The whole API as OpenAPI 3.1, from the mounted routes. @internal for its tests */
export async function createOpenApi(options: OpenApiOptions): Promise<OpenApiDocument> {
  const { routes, baseUrl, version } = options;
  const areas = [...new Set(routes.map(({ area }) => area))];
  const named: NamedSchemas = { Envelope: ENVELOPE_SCHEMA, Error: ERROR_SCHEMA };
  const paths = await pathsOf(routes, named);
  const responses: OpenApiDocument['components']['responses'] = {
    ...errorResponses(),
    ...WEBHOOK_RESPONSES,
  };
  const parameters = { ...HEADERS };
  const requestBodies = {};
  shareParts(paths, { parameters, requestBodies, responses });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chat relay',
      version,
      summary: "Relays between website visitors, a tenant's backend and its operators.",
      description:
        'Every answer below `/api/v1` is `{status_code, data, message}`; an error has a stable ' +
        '`data.code`. Times are ISO 8601 UTC with milliseconds. Ignore fields ' +
        'that you do not know; the relay refuses fields that it does not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This relay' }],
    security: CONSOLE_SESSION,
    tags: [...areas.map((area) => AREA_TAGS[area]), FILE_TAG, SOCKET_TAG, MACHINE_TAG, WEBHOOK_TAG],
    paths: { ...paths, ...FILE_PATHS, ...SOCKET_PATHS, ...MACHINE_PATHS },
    webhooks: webhooks(named),
    components: {
      schemas: named,
      responses,
      parameters,
      requestBodies,
      headers: {
        RequestId: {
          description: "The request's id, as it is in the relay's log.",
          schema: { type: 'string' },
        },
        RetryAfter: {
          description: 'The seconds to wait.',
          schema: { type: 'integer', minimum: 1 },
        },
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Request headers that several routes accept. */
const HEADERS: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A repeat within 24 h with the same body gets the first response, in which one-time values are null.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  SessionKind: {
    name: 'X-Relay-Session',
    in: 'header',
    required: false,
    description:
      'With `cookie` the session is set as a cookie and `console_token` is null. For the ' +
      "relay's own page alone: `Sec-Fetch-Site` and `Origin`, where sent, must say so.",
    schema: { type: 'string', const: 'cookie' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Returned in the response; generated if it is missing or not valid.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
};

/** Describes one route in each turn of the event loop: all together take 200 ms. */
async function pathsOf(
  routes: readonly Route[],
  named: NamedSchemas,
): Promise<Record<string, PathItem>> {
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    const path = pathOf(route);
    const hasOtherMethod = routes.some((other) => other !== route && other.path === route.path);
    const method = route.method === 'GET' ? 'get' : 'post';
    paths[path] = { ...paths[path], [method]: operationOf(route, hasOtherMethod, named) };
    await nextTurn();
  }
  return paths;
}

const signatureHeader = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
});

const SECURITY_SCHEMES = {
  consoleToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'From a login.',
  },
  consoleCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-relay_console',
    description: "From a sign-in by cookie, for the relay's own page.",
  },
  consolePage: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Relay-Console',
    description: '`1`: without it the cookie does not count.',
  },
  visitorToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'From `create/visitor-session` or `refresh/visitor-token`.',
  },
  visitorTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The visitor token: browsers cannot set headers on an upgrade.',
  },
  adminKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Key',
    description: "The platform's break-glass key.",
  },
  serviceTimestamp: signatureHeader(
    'X-Service-Timestamp',
    'Milliseconds since the epoch, 13 digits.',
  ),
  serviceSignature: signatureHeader(
    'X-Service-Signature',
    'hex(hmac_sha256(tenant_secret, "<timestamp>.<sha256_hex(body)>")), 64 lower-case characters.',
  ),
  serviceTenant: signatureHeader('X-Service-Tenant', "The tenant's id; it selects the secret."),
};

const PAGE_MAX_AGE_S = 60;

/** Mounts `GET /openapi.json` and `GET /docs`, both generated once, when first asked for. */
export function registerOpenApi(server: Server, options: OpenApiOptions): void {
  const generate = once(() => createOpenApi(options));
  const textOf = once(async () => JSON.stringify(await generate()));
  const pageOf = once(async () => renderDocsPage(await generate()));
  const shared = { auth: false as const, plugins: {} };
  const cacheControl = `public, max-age=${PAGE_MAX_AGE_S}`;
  server.route([
    {
      method: 'GET',
      path: '/openapi.json',
      options: shared,
      handler: async (_request, h) =>
        h
          .response(await textOf())
          .type('application/json')
          .header('cache-control', cacheControl)
          // It contains no secrets, and viewers on other origins read it.
          .header('access-control-allow-origin', '*'),
    },
    {
      method: 'GET',
      path: '/docs',
      options: shared,
      handler: async (_request, h) => {
        const page = await pageOf();
        return h
          .response(page.html)
          .type('text/html')
          .header('cache-control', cacheControl)
          .header('content-security-policy', page.contentSecurityPolicy);
      },
    },
  ]);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
