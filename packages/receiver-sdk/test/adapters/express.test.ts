import type { IncomingMessage } from 'node:http';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { createReceiver, expressHandler } from '../../src/index';
import { MAX_BODY_BYTES } from '../../src/signature';
import { buildCallback, SECRET } from '../fixtures';
import { listen, post, postWithoutEnd } from './listening';

const onError = (): void => undefined;

function build() {
  const receiver = createReceiver({ secrets: [SECRET], onError });
  const handler = vi.fn();
  receiver.on('*', handler);
  return { app: express(), receiver, handler };
}

describe('expressHandler', () => {
  it.each([
    ['without a parser', () => []],
    ['behind express.raw()', () => [express.raw({ type: '*/*', limit: MAX_BODY_BYTES })]],
    ['behind an express.raw() for other types', () => [express.raw({ type: 'image/png' })]],
    ['behind express.text()', () => [express.text({ type: '*/*' })]],
    ['behind an express.json() for other types', () => [express.json({ type: 'text/json' })]],
    ['behind a parser that keeps rawBody', () => [express.json({ verify: keepRawBody })]],
  ])('answers a signed callback %s', async (_, parsers) => {
    const { app, receiver, handler } = build();
    for (const parser of parsers()) app.use(parser);
    app.use(expressHandler(receiver));
    const { path, headers, body } = buildCallback();

    const reply = await post((await listen(app)) + path, { headers, body });
    expect(reply).toEqual({ status: 200, body: { received: true } });
    expect(handler).toHaveBeenCalledWith(JSON.parse(body));
  });

  it('leaves a parser mounted after it alone', async () => {
    const { app, receiver } = build();
    app.use(expressHandler(receiver));
    app.use(express.json());
    app.post('/orders', (req, res) => void res.json(req.body));
    const url = await listen(app);
    const { path, headers, body } = buildCallback();

    expect((await post(url + path, { headers, body })).status).toBe(200);
    const order = { headers: { 'Content-Type': 'application/json' }, body: '{"id":7}' };
    expect(await post(`${url}/orders`, order)).toEqual({ status: 200, body: { id: 7 } });
  });

  it('may be mounted under a prefix', async () => {
    const { app, receiver } = build();
    app.use('/shop/chat-callbacks', expressHandler(receiver));
    const { headers, body } = buildCallback();
    const url = `${await listen(app)}/shop/chat-callbacks/message-received`;
    expect((await post(url, { headers, body })).status).toBe(200);
  });

  it('refuses at once behind express.json(), signed or forged, and says what to do', async () => {
    const { app, receiver, handler } = build();
    app.use(express.json());
    app.use(expressHandler(receiver));
    const url = await listen(app);
    const { path, headers, body } = buildCallback();
    const startedMs = performance.now();

    for (const signature of [headers, { 'Content-Type': 'application/json' }]) {
      const reply = await post(url + path, { headers: signature, body });
      expect(reply).toEqual({
        status: 401,
        body: {
          received: false,
          error: {
            code: 'body_unavailable',
            message: expect.stringMatching(/before express\.json\(\).*express\.raw\(/),
          },
        },
      });
    }
    expect(performance.now() - startedMs).toBeLessThan(2000);
    expect(handler).not.toHaveBeenCalled();
  });

  it('does not wait for an empty body behind express.json() either', async () => {
    const { app, receiver } = build();
    app.use(express.json());
    app.use(expressHandler(receiver));
    const { path, headers } = buildCallback();
    const reply = await post((await listen(app)) + path, { headers });
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'body_unavailable' } } });
  });

  it('does not wait for the end of a body that is too large', async () => {
    const { app, receiver } = build();
    app.use(expressHandler(receiver));
    const { path, headers } = buildCallback();
    const reply = await postWithoutEnd((await listen(app)) + path, headers, MAX_BODY_BYTES + 1);
    expect(reply).toMatchObject({ status: 401, body: { error: { code: 'body_too_large' } } });
  });

  it.each([
    ['GET', '/api/v1/chat-callbacks/message-received'],
    ['POST', '/api/v1/chat-callbacks'],
    ['POST', '/orders'],
  ])('passes %s %s on', async (method, path) => {
    const { app, receiver } = build();
    app.use(expressHandler(receiver));
    app.use((_req, res) => void res.status(418).end());
    expect((await fetch((await listen(app)) + path, { method })).status).toBe(418);
  });
});

function keepRawBody(req: IncomingMessage, _res: unknown, bytes: Buffer): void {
  Object.assign(req, { rawBody: bytes });
}
