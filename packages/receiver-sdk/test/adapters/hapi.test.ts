import Hapi from '@hapi/hapi';
import type { Server } from '@hapi/hapi';
import { afterEach, describe, expect, it } from 'vitest';
import { hapiPlugin } from '../../src/index';
import type { Receiver } from '../../src/index';
import { buildCallback } from '../fixtures';
import { ANSWER_OK, behavesAsAdapter, build, refusedWith } from './behaviour';
import { post } from './listening';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop({ timeout: 100 });
});

async function createServer(receiver: Receiver, prefix?: string): Promise<Server> {
  const server = Hapi.server({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  await server.register(hapiPlugin(receiver), prefix ? { routes: { prefix } } : {});
  await server.start();
  return server;
}

describe('hapiPlugin', () => {
  behavesAsAdapter(async (receiver) => (await createServer(receiver)).info.uri);

  it('leaves the parsing of other routes alone', async () => {
    const server = await createServer(build().receiver);
    server.route({ method: 'POST', path: '/orders', handler: ({ payload }) => payload as object });
    const order = { headers: { 'Content-Type': 'application/json' }, body: '{"id":7}' };
    expect(await post(`${server.info.uri}/orders`, order)).toEqual({
      status: 200,
      body: { id: 7 },
    });
  });

  it('needs no authentication where all else does, and may have a prefix', async () => {
    const server = await createServer(build().receiver, '/shop');
    server.auth.scheme('closed', () => ({ authenticate: (_request, h) => h.response().code(403) }));
    server.auth.strategy('closed', 'closed');
    server.auth.default('closed');
    const { path, headers, body } = buildCallback();
    expect(await post(`${server.info.uri}/shop${path}`, { headers, body })).toEqual(ANSWER_OK);
  });

  it('takes the body also when an extension peeks at it', async () => {
    const server = await createServer(build().receiver);
    server.ext('onRequest', (request, h) => {
      request.events.on('peek', () => undefined);
      return h.continue;
    });
    const { path, headers, body } = buildCallback();
    expect(await post(server.info.uri + path, { headers, body })).toEqual(ANSWER_OK);
  });

  it('refuses at once behind an extension that ate the body, and says what to do', async () => {
    const server = await createServer(build().receiver);
    server.ext('onRequest', async (request, h) => {
      for await (const _chunk of request.raw.req);
      return h.continue;
    });
    const { path, headers, body } = buildCallback();
    const reply = await post(server.info.uri + path, { headers, body });
    const fix = expect.stringMatching(/extension.*request\.raw\.req/) as unknown;
    expect(reply).toEqual(refusedWith('body_unavailable', fix));
  });
});
