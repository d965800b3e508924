import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import type { Route } from '../../src/platform/http/route';
import { expectDocumented } from './documented';
import type { StockedWorld } from './stocked-world';

export type Fields = Record<string, unknown>;

/** How a route is called so that it succeeds. */
export interface RouteCall {
  /** Creates the fields of one call; most routes use up the thing that they name. */
  fields(world: StockedWorld): Fields | Promise<Fields>;
  /** The response to the owner, if it is not the route's usual success. */
  owner?: { status: number; code: string };
  /** Replaces the owner's token in calls that would revoke it or change what it may do. */
  token?(world: StockedWorld): Promise<string>;
}

export interface Credentials {
  token?: string;
  adminKey?: string;
  signedBy?: { tenantId: string; secret: string };
}

export interface Reply {
  status: number;
  code: string | undefined;
  data: unknown;
  text: string;
}

export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Calls a route with its fields in the query or the body, and signs the request if the route needs it. What it takes and sends must be documented. */
export async function callRoute(
  url: string,
  route: Route,
  fields: Fields,
  { token, adminKey, signedBy }: Credentials,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const isInQuery = route.query !== undefined || route.method === 'GET';
  const query = isInQuery ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
  const op = route.path.replace('/tenant/', '');
  const body =
    route.method === 'GET'
      ? null
      : JSON.stringify(isInQuery ? {} : { ...(signedBy && { op }), ...fields });
  const response = await fetch(`${url}/api/v1${route.path}${query}`, {
    method: route.method,
    headers: {
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(adminKey !== undefined && { 'x-admin-key': adminKey }),
      ...(signedBy &&
        signedHeaders({ ...signedBy, timestampMs: nextTimestamp(), body: body ?? '' })),
      ...headers,
    },
    body,
  });
  const text = await response.text();
  const { data } = JSON.parse(text) as { data: { code?: string } };
  const reply = { status: response.status, code: data.code, data, text };
  await expectDocumented(url, route, { body: body === null ? null : JSON.parse(body), reply });
  return reply;
}

let lastTimestamp = 0;

/** Two equal bodies in one millisecond would have the same signature, and the second would be a replay. */
function nextTimestamp(): number {
  lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
  return lastTimestamp;
}
