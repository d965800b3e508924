import {
  reference,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Security,
  type NamedSchemas,
} from './document';
import { enveloped } from './enveloped';
import { errorsWith } from './errors';
import { jsonSchemaOf } from './schema';
import { API_PREFIX, type Route, type RouteArea } from '../http/route';

export const AREA_TAGS: Record<RouteArea, { name: string; description: string }> = {
  visitor: { name: 'Visitors', description: 'What a chat widget calls, from an allowed origin.' },
  account: { name: 'Sign-in', description: 'Registration and login, without a token.' },
  console: { name: 'Console', description: 'Workspaces and everything in them.' },
  system: { name: 'System', description: 'The platform as a whole, and its super-admins.' },
  tenant: { name: 'Tenant API', description: "What a tenant's backend calls, with its signature." },
};

/** The headers that authenticate a tenant: all three, in either direction. */
export const TENANT_SIGNATURE = {
  serviceTimestamp: [],
  serviceSignature: [],
  serviceTenant: [],
} satisfies Record<string, never[]>;

/** The token, or the cookie with the header that proves the page. */
export const CONSOLE_SESSION: Security = [
  { consoleToken: [] },
  { consoleCookie: [], consolePage: [] },
];

const SECURITY: Record<string, Security> = {
  console: CONSOLE_SESSION,
  system: CONSOLE_SESSION,
  visitor: [{ visitorToken: [] }],
  'visitor-expired': [{ visitorToken: [] }],
  'admin-key': [{ adminKey: [] }],
  tenant: [TENANT_SIGNATURE],
};

export function operationOf(route: Route, hasOtherMethod: boolean, named: NamedSchemas): Operation {
  const status = route.status ?? 200;
  const parameters = parametersOf(route, named);
  const security = securityOf(route);
  return {
    operationId: operationId(route, hasOtherMethod),
    tags: [AREA_TAGS[route.area].name],
    summary: route.summary,
    ...(security !== CONSOLE_SESSION && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(route.body, 'input', named) } },
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        headers: { 'X-Request-Id': reference('headers', 'RequestId') },
        content: {
          'application/json': { schema: enveloped(jsonSchemaOf(route.answer, 'output', named)) },
          ...(route.csv && { 'text/csv': { schema: { type: 'string' } } }),
          ...Object.fromEntries(
            (route.file?.types ?? []).map((type) => [type, { schema: { type: 'string' } }]),
          ),
        },
      },
      ...errorsWith(errorStatuses(route)),
    },
  };
}

function securityOf({ strategy, path }: Route): Security {
  if (strategy === null) return [];
  const requirements = SECURITY[strategy];
  if (!requirements) throw new TypeError(`no security scheme is stated for ${strategy} of ${path}`);
  return requirements;
}

/** `/console/create/tenant` is `consoleCreateTenant`; if a path has two methods, GET is in the name. */
function operationId({ method, path }: Route, hasOtherMethod: boolean): string {
  const words = path.split(/[/-]/).filter((word) => word !== '');
  const id = words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1)));
  return id.join('') + (hasOtherMethod && method === 'GET' ? 'ByGet' : '');
}

function parametersOf(route: Route, named: NamedSchemas): NonNullable<Operation['parameters']> {
  const parameters: NonNullable<Operation['parameters']> = [];
  if (route.query) parameters.push(...queryParameters(jsonSchemaOf(route.query, 'input', named)));
  if (route.startsSession) parameters.push(reference('parameters', 'SessionKind'));
  if (route.idempotent) parameters.push(reference('parameters', 'IdempotencyKey'));
  parameters.push(reference('parameters', 'RequestId'));
  return parameters;
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }));
}

/** The statuses that a route may fail with; each response lists its codes. */
function errorStatuses({ method, strategy, area, body, query }: Route): number[] {
  const isPost = method === 'POST';
  const knowsCaller = strategy !== null || area === 'account';
  const touchesResources = area !== 'account' || strategy !== null;
  return [
    ...(knowsCaller ? [401] : []),
    ...(knowsCaller || area === 'visitor' ? [403] : []),
    ...(touchesResources ? [404] : []),
    ...(isPost && touchesResources ? [409] : []),
    ...(isPost || body || query ? [422] : []),
  ];
}

export function pathOf(route: Route): string {
  return API_PREFIX + route.path;
}
