import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { allowTime, limitRequestTime } from '../../../src/platform/http/server/request-time';

const LIMIT_MS = 100;

/** How long a request lasts that sends a byte every 10 ms and never ends. */
async function dripFor(method: string, onRequest: (request: IncomingMessage) => void) {
  const server = createServer();
  limitRequestTime(server, LIMIT_MS);
  server.on('request', onRequest);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // Whether it ends with a reset depends on what is on its way.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`${method} /any HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n`);
  const dripping = setInterval(() => socket.write('a'), 10);
  onTestFinished(() => {
    clearInterval(dripping);
    server.close();
  });
  const begun = performance.now();
  await closed;
  return performance.now() - begun;
}

it.each(['POST', 'PUT', 'GET', 'PURGE'])(
  'cuts a %s whose body drips, though the route never reads it',
  async (method) => {
    expect(await dripFor(method, () => undefined)).toBeLessThan(2_000);
  },
);

it('gives a request more time if its route asks for it', async () => {
  const ms = await dripFor('PUT', (request) => allowTime(request, 5 * LIMIT_MS));
  expect(ms).toBeGreaterThan(4.5 * LIMIT_MS);
});
