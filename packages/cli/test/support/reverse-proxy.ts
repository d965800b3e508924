import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { TEST_KEY } from '../../../server/test/support/certificates';

interface ReverseProxyOptions {
  /** A certificate in PEM: the proxy speaks TLS. */
  certificate?: string;
  /** Paths that it answers with 404 itself, as the Caddyfile in deploy/proxies does. */
  hides?: readonly string[];
  /** Paths for which it closes the connection. */
  breaks?: readonly string[];
  /** Makes the X-Forwarded-For that it sends, from the one that it got. Without it, it sends none. */
  forwardedFor?: (given: string | undefined) => string;
}

const MACHINE_PATHS = ['/metrics', '/healthz', '/readyz'];

/** Hides what the Caddyfile in deploy/proxies hides. */
export const LIKE_CADDY: ReverseProxyOptions = {
  hides: MACHINE_PATHS,
  forwardedFor: () => '198.51.100.7',
};

/** A proxy in front of a relay, on localhost, for one test. @returns its address */
export async function startReverseProxy(
  target: string,
  { certificate, hides = [], breaks = [], forwardedFor }: ReverseProxyOptions = {},
): Promise<string> {
  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    if (hides.includes(incoming.url ?? '')) return void answer.writeHead(404).end();
    if (breaks.includes(incoming.url ?? '')) return void incoming.destroy();
    const { 'x-forwarded-for': given, ...headers } = incoming.headers;
    const sent = forwardedFor?.(given as string | undefined);
    const outgoing = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...headers, ...(sent !== undefined && { 'x-forwarded-for': sent }) },
    });
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.writeHead(502, { server: 'Caddy' }).end());
    incoming.pipe(outgoing);
  };
  const server = certificate
    ? createTlsServer({ cert: certificate, key: TEST_KEY }, pass)
    : createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `${certificate ? 'https' : 'http'}://localhost:${port}`;
}
