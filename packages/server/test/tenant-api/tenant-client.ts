import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import type { Answer } from '../support/api';

export interface SignedCall {
  tenantId: string;
  secret: string;
  timestampMs?: number;
  headers?: Record<string, string>;
}

let lastTimestamp = 0;

/** Signs and posts a body as it is, to any route. */
export async function postSigned<Data = Record<string, never>>(
  url: string,
  route: string,
  body: string | Buffer,
  { tenantId, secret, timestampMs, headers }: SignedCall,
): Promise<Answer<Data>> {
  // Two equal bodies in one millisecond would have the same signature, and the second would be a replay.
  lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
  const response = await fetch(`${url}/api/v1/tenant/${route}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signedHeaders({ tenantId, secret, timestampMs: timestampMs ?? lastTimestamp, body }),
      ...headers,
    },
    body: new Uint8Array(Buffer.from(body)),
  });
  const envelope = (await response.json()) as { data: never };
  return { status: response.status, data: envelope.data, headers: response.headers };
}

/** A tenant's backend that calls as it should. */
export function tenantClient(url: string, call: SignedCall) {
  return <Data = Record<string, never>>(route: string, fields: object): Promise<Answer<Data>> =>
    postSigned<Data>(url, route, JSON.stringify({ op: route, ...fields }), call);
}
