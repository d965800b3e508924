import { randomUUID } from 'node:crypto';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { request } from 'undici';
import { API_PREFIX, type Route } from '../../src/platform/http/route';
import { nameOf, type Credentials, type Fields } from '../authorization/route-call';
import { credentialsOf, ROUTE_CALLS } from '../authorization/route-calls';
import type { StockedWorld } from '../authorization/stocked-world';
import type { Awkward } from './cost';
import { OTHER_INPUTS, ROUTE_INPUTS, type OtherMethod } from './route-inputs';

/** A stocked world in which everything is full, and a super-admin of its relay. */
export interface FullWorld extends StockedWorld {
  superAdminToken: string;
  /** Ids of 200 conversations. */
  conversationIds: string[];
}

/** A route's most awkward call that is allowed, in a full world. */
export function awkwardCall(route: Route, world: FullWorld): Awkward {
  const name = nameOf(route);
  const call = ROUTE_CALLS[name];
  const input = ROUTE_INPUTS[name];
  if (!call || !input) throw new Error(`${name} has no awkward input: add one to route-inputs.ts`);
  return async (part) => {
    const fields = { ...(await call.fields(world)), ...input(world, part) };
    const credentials = await credentialsFor(route, world);
    const expected = call.owner?.status ?? 0;
    return async () => {
      const { status, text } = await send(route, world, fields, credentials);
      if (status >= 300 && status !== expected)
        throw new Error(`${name} answers ${status} ${text}`);
    };
  };
}

/** A request for a path that is no route of the API. */
export function otherCall(name: string, world: FullWorld): Awkward {
  const [method, path] = OTHER_INPUTS[name]!;
  return async () => async () => {
    const { status, text } = await call(method, world.url + path, {}, null);
    if (status >= 500 && name !== 'GET /readyz')
      throw new Error(`${name} answers ${status} ${text}`);
  };
}

/** A body that the route refuses. */
export function hostileCall(
  route: Route,
  world: FullWorld,
  bodyOf: (part: number) => string,
): Awkward {
  return async (part) => {
    const body = bodyOf(part);
    const headers = await headersFor(route, world, body);
    return async () => {
      const { status, text } = await post(world.url + API_PREFIX + route.path, body, headers);
      if (status >= 500)
        throw new Error(`${nameOf(route)} answers ${status} ${text}, ${body.slice(0, 100)}`);
    };
  };
}

/** A route's call with these fields, in its query or its body. */
async function send(
  route: Route,
  world: FullWorld,
  fields: Fields,
  credentials: Credentials,
): Promise<{ status: number; text: string }> {
  const url = world.url + API_PREFIX + route.path;
  const isInQuery = route.query !== undefined || route.method === 'GET';
  const query = isInQuery ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
  if (route.method === 'GET') return call('GET', url + query, bearer(credentials.token), null);
  const op = route.path.replace('/tenant/', '');
  const body = JSON.stringify(isInQuery ? {} : { ...(credentials.signedBy && { op }), ...fields });
  const { token, adminKey, signedBy } = credentials;
  return post(url + query, body, {
    ...(token !== undefined && bearer(token)),
    ...(route.idempotent && { 'idempotency-key': randomUUID() }),
    ...(adminKey !== undefined && { 'x-admin-key': adminKey }),
    ...(signedBy && signed(signedBy, body)),
  });
}

function post(url: string, body: string, headers: Record<string, string>) {
  return call('POST', url, { 'content-type': 'application/json', ...headers }, body);
}

/** Not by `fetch`: the suite looks for secrets in the answers to it, which takes longer than the call. */
async function call(
  method: OtherMethod,
  url: string,
  headers: Record<string, string>,
  body: string | null,
): Promise<{ status: number; text: string }> {
  const { statusCode, body: answer } = await request(url, { method, headers, body });
  let text = '';
  for await (const piece of answer) text = (text + String(piece)).slice(0, 500);
  return { status: statusCode, text };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

let lastTimestampMs = 0;

/** Two equal bodies in one millisecond would have the same signature, and the second would be a replay. */
function signed(by: { tenantId: string; secret: string }, body: string): Record<string, string> {
  lastTimestampMs = Math.max(Date.now(), lastTimestampMs + 1);
  return { ...signedHeaders({ ...by, timestampMs: lastTimestampMs, body }) };
}

async function credentialsFor(route: Route, world: FullWorld): Promise<Credentials> {
  const { strategy, method } = route;
  if (strategy === 'system') return { token: world.superAdminToken };
  if (strategy === 'visitor' && method === 'GET') return { token: world.talk.visitor.token };
  const call = ROUTE_CALLS[nameOf(route)];
  return call ? credentialsOf(world, route, call) : {};
}

async function headersFor(
  { strategy }: Route,
  world: FullWorld,
  body: string,
): Promise<Record<string, string>> {
  switch (strategy) {
    case null:
      return {};
    case 'console':
      return bearer(world.ownerToken);
    case 'system':
      return bearer(world.superAdminToken);
    case 'visitor':
    case 'visitor-expired':
      return bearer(world.talk.visitor.token);
    case 'admin-key':
      return { 'x-admin-key': world.adminKey };
    case 'tenant':
      return signed({ tenantId: world.tenantId, secret: world.tenantSecret }, body);
    default:
      throw new Error(`say what the strategy "${strategy}" takes`);
  }
}
