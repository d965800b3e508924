import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { fastifyPlugin } from '../../src/index';
import type { Receiver } from '../../src/index';
import { buildCallback } from '../fixtures';
import { ANSWER_OK, behavesAsAdapter, build, refusedWith } from './behaviour';
import { post } from './listening';

const apps: FastifyInstance[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

function createApp(): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  apps.push(app);
  return app;
}

async function serve(receiver: Receiver): Promise<string> {
  const app = createApp();
  await app.register(fastifyPlugin(receiver));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

describe('fastifyPlugin', () => {
  behavesAsAdapter(serve);

  it("leaves the application's parsers alone, and they it, in either order", async () => {
    const app = createApp();
    const { receiver } = build();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, { parsed: JSON.parse(String(body)) as unknown }),
    );
    await app.register(fastifyPlugin(receiver));
    app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/orders', async ({ body }) => body);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const { path, headers, body } = buildCallback();

    expect(await post(url + path, { headers, body })).toEqual(ANSWER_OK);
    const order = { headers: { 'Content-Type': 'application/json' }, body: '{"id":7}' };
    expect(await post(`${url}/orders`, order)).toEqual({
      status: 200,
      body: { parsed: { id: 7 } },
    });
  });

  it('may be registered under a prefix', async () => {
    const app = createApp();
    await app.register(fastifyPlugin(build().receiver), { prefix: '/shop' });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const { path, headers, body } = buildCallback();
    expect(await post(`${url}/shop${path}`, { headers, body })).toEqual(ANSWER_OK);
  });

  it('refuses at once behind a hook that ate the body, and says what to do', async () => {
    const app = createApp();
    app.addHook('onRequest', async (request) => {
      for await (const _chunk of request.raw);
    });
    await app.register(fastifyPlugin(build().receiver));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const { path, headers, body } = buildCallback();
    const reply = await post(url + path, { headers, body });
    const fix = expect.stringMatching(/hook.*app\.register\(fastifyPlugin/) as unknown;
    expect(reply).toEqual(refusedWith('body_unavailable', fix));
  });
});
