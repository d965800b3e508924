import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as requestByTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Request } from '@hapi/hapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsoleOrigin } from '../../src/accounts/sessions/console-origin';
import type { AppError } from '../../src/platform/errors';
import { CERTIFICATES, TEST_AUTHORITY, TEST_KEY } from '../support/certificates';

const origin = createConsoleOrigin({ baseUrl: 'http://relay.example', trustedProxies: [] });
const answer = (req: IncomingMessage, res: ServerResponse): void => {
  try {
    origin.checkSignIn({ raw: { req } } as Request);
    res.end('secure');
  } catch (error) {
    res.end((error as AppError).code);
  }
};
const plain = createServer(answer);
const overTls = createTlsServer({ cert: CERTIFICATES.valid, key: TEST_KEY }, answer);
const servers = [plain, overTls];
beforeAll(async () => {
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const server of servers) server.close();
});

const portOf = (server: typeof plain): number => (server.address() as AddressInfo).port;
const signInOn = (host: string) => ({ host, 'x-relay-session': 'cookie' });

it('counts a sign-in over TLS to the relay itself as secure, on any host', async () => {
  const sent = requestByTls({
    port: portOf(overTls),
    host: '127.0.0.1',
    servername: 'localhost',
    ca: TEST_AUTHORITY,
    headers: signInOn('console.example'),
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('secure');
});

it('refuses a sign-in by cookie over plain HTTP on the host of a BASE_URL without TLS', async () => {
  const headers = signInOn('relay.example');
  const sent = request({ port: portOf(plain), host: '127.0.0.1', headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('insecure_origin');
});
