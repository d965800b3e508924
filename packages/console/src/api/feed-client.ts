import { Client } from '@hapi/nes/lib/client';

const TIMEOUT_MS = 10_000;

/** Creates a client for one connection of the live feed. The relay finds the session by its cookie. */
export function createFeedClient(): Client {
  const address = new URL('/api/v1/ws/console', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  // `wss` works too; the client's type names only `ws`.
  return new Client(address.href as `ws://${string}`, { timeout: TIMEOUT_MS });
}
