import type { CallbackEvent } from '../events';
import { signedHeaders } from './signature';

/** The input of `signCallback`. */
export interface SignCallbackInput {
  secret: string;
  /** The body; for tests of the bad cases it may be any object. */
  event: CallbackEvent | Readonly<Record<string, unknown>>;
  /** The tenant of the header. Default: the body's `tenant_id`. */
  tenantId?: string | undefined;
  /** Default: now. */
  timestampMs?: number | undefined;
}

/** A signed request, to send, or to give to `receive` as it is. */
export interface SignedCallback {
  /** `/api/v1/chat-callbacks/<event>`, to append to the receiver's address. */
  path: string;
  body: string;
  headers: Record<string, string>;
}

/**
 * Makes a callback as the relay would send it, to test a receiver with.
 *
 * @throws TypeError for an empty secret or a missing tenant.
 * @example
 * const { path, body, headers } = signCallback({ secret, event });
 * const response = await fetch(`http://127.0.0.1:3000${path}`, { method: 'POST', headers, body });
 */
export function signCallback(input: SignCallbackInput): SignedCallback {
  const {
    secret,
    event,
    tenantId = typeof event.tenant_id === 'string' ? event.tenant_id : '',
    timestampMs = Date.now(),
  } = input;
  const body = JSON.stringify(event);
  return {
    path: `/api/v1/chat-callbacks/${String(event.event)}`,
    body,
    headers: {
      'Content-Type': 'application/json',
      ...signedHeaders({ tenantId, secret, timestampMs, body }),
    },
  };
}
