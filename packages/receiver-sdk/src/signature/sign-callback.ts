import type { CallbackEvent } from '../events';
import { signedHeaders } from './signature';

/** The input of `signCallback`. */
export interface SignCallbackInput {
  secret: string;
  /** The body. Tests of invalid bodies may pass any object. */
  event: CallbackEvent | Readonly<Record<string, unknown>>;
  /** The value of the tenant header. Default: the body's `tenant_id`. */
  tenantId?: string | undefined;
  /** In ms since 1970. Default: now. */
  timestampMs?: number | undefined;
}

/** A signed request, to be sent, or to be given to `receive` directly. */
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
