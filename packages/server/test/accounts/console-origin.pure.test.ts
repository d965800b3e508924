import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Request } from '@hapi/hapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsoleOrigin } from '../../src/accounts/sessions/console-origin';
import { CERTIFICATES, TEST_AUTHORITY, TEST_KEY } from '../support/certificates';

const origin = createConsoleOrigin({ baseUrl: 'http://127.0.0.1:8080', trustedProxies: [] });
const server = createServer({ cert: CERTIFICATES.valid, key: TEST_KEY }, (req, res) => {
  try {
    origin.checkSignIn({ raw: { req } } as Request);
    res.end('secure');
  } catch (error) {
    res.end(String(error));
  }
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it('counts a sign-in over TLS to the relay itself as secure, on any host', async () => {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: TEST_AUTHORITY,
    headers: { host: 'console.example', 'x-relay-session': 'cookie' },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('secure');
});
