import { EdgeVM } from '@edge-runtime/vm';
import { build as bundle } from 'esbuild';
import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import * as node from '../../src/index';
import * as web from '../../src/web';
import { buildCallback, OLD_SECRET, SECRET } from '../fixtures';
import { refusedWith } from './behaviour';

const ORIGIN = 'https://shop.example';

function buildRequest({ path, headers, body } = buildCallback()): Request {
  return new Request(ORIGIN + path, { method: 'POST', headers, body });
}

async function read(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() };
}

describe.each([
  ['with Web Crypto', web],
  ['with node:crypto', node],
])('webHandler, %s', (_, { createReceiver, webHandler }) => {
  function build(secrets = [SECRET]) {
    const receiver = createReceiver({ secrets, onError: () => undefined });
    const handler = vi.fn();
    receiver.on('*', handler);
    return { handle: webHandler(receiver), handler };
  }

  it('answers a signed callback and runs its handler', async () => {
    const { handle, handler } = build();
    const callback = buildCallback();
    const response = await handle(buildRequest(callback));
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await read(response)).toEqual({ status: 200, body: { received: true } });
    expect(handler).toHaveBeenCalledWith(JSON.parse(callback.body));
  });

  it('sends a text that comes piece by piece, and ends it when the relay leaves', async () => {
    const receiver = createReceiver({ secrets: [SECRET], onError: () => undefined });
    let hasEnded = false;
    async function* write() {
      try {
        for (;;) yield 'more ';
      } finally {
        hasEnded = true;
      }
    }
    receiver.on('message-received', () => ({ actions: [{ type: 'reply', content: write() }] }));
    const request = buildRequest();
    request.headers.set('accept', 'application/x-ndjson');
    const response = await webHandler(receiver)(request);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe('\n');
    expect((await reader.read()).value).toBe('{"type":"delta","text":"more "}\n');
    await reader.cancel();
    await vi.waitFor(() => expect(hasEnded).toBe(true));
  });

  it('takes either of two secrets, and no third', async () => {
    const { handle } = build([OLD_SECRET, SECRET]);
    expect((await handle(buildRequest())).status).toBe(200);
    expect((await handle(buildRequest(buildCallback({ secret: OLD_SECRET })))).status).toBe(200);
    const forged = await handle(buildRequest(buildCallback({ secret: 'ts_other' })));
    expect(await read(forged)).toEqual(refusedWith('signature_mismatch'));
  });

  it('accepts one of 50 equal requests', async () => {
    const { handle } = build();
    const callback = buildCallback();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => read(await handle(buildRequest(callback)))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers).toContainEqual(refusedWith('replay_detected'));
  });

  it('serves as a route of Hono', async () => {
    const { handle } = build();
    const app = new Hono();
    app.post('/api/v1/chat-callbacks/:event', (c) => handle(c.req.raw));
    const { path, headers, body } = buildCallback();
    const response = await app.request(path, { method: 'POST', headers, body });
    expect(await read(response)).toEqual({ status: 200, body: { received: true } });
  });

  it('refuses at once what was read before, by Hono for one, and says what to do', async () => {
    const { handle } = build();
    const app = new Hono();
    app.post('/api/v1/chat-callbacks/:event', async (c) => {
      await c.req.json();
      return handle(c.req.raw);
    });
    const { path, headers, body } = buildCallback();
    const response = await app.request(path, { method: 'POST', headers, body });
    const fix = expect.stringMatching(/c\.req\.raw.*request\.clone\(\)/) as unknown;
    expect(await read(response)).toEqual(refusedWith('body_unavailable', fix));

    const locked = buildRequest();
    locked.body?.getReader();
    expect(await read(await handle(locked))).toEqual(refusedWith('body_unavailable', fix));
  });

  it('joins a body that comes in pieces', async () => {
    const { handle } = build();
    const { path, headers, body } = buildCallback();
    const bytes = new TextEncoder().encode(body);
    const pieces = [bytes.slice(0, 7), bytes.slice(7, 60), bytes.slice(60)];
    expect((await handle(streamed(path, headers, pieces))).status).toBe(200);
  });

  it('stops reading a body that is too large', async () => {
    const { handle } = build();
    const { path, headers } = buildCallback();
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const response = await handle(streamed(path, headers, endless));
    expect(await read(response)).toEqual(refusedWith('body_too_large'));
    expect(pulled).toBeLessThan(20);
  });

  it('refuses a sender that breaks off', async () => {
    const { handle } = build();
    const { path, headers } = buildCallback();
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('reset')),
    });
    const response = await handle(streamed(path, headers, broken));
    expect(response.status).toBe(401);
  });

  it.each([
    ['GET', '/api/v1/chat-callbacks/message-received'],
    ['POST', '/orders'],
  ])('answers 404 to %s %s', async (method, path) => {
    expect((await build().handle(new Request(ORIGIN + path, { method }))).status).toBe(404);
  });
});

describe('the entry for edge runtimes', () => {
  const bundleWeb = () =>
    bundle({
      entryPoints: [new URL('../../src/web.ts', import.meta.url).pathname],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'chatRelay',
      metafile: true,
    });

  it('bundles for the browser platform: nothing of Node is imported', async () => {
    const { metafile, warnings } = await bundleWeb();
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external }) => external)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('verifies in an edge runtime', async () => {
    const { outputFiles } = await bundleWeb();
    const vm = new EdgeVM({ initialCode: outputFiles[0]?.text ?? '' });
    const { path, headers, body } = buildCallback();
    const url = ORIGIN + path;
    const answers: unknown = await vm.evaluate(`(async () => {
      const receiver = chatRelay.createReceiver({ secrets: ['${SECRET}'], onError() {} });
      const handle = chatRelay.webHandler(receiver);
      const init = ${JSON.stringify({ method: 'POST', headers, body })};
      const answers = [];
      for (let i = 0; i < 2; i++) {
        const response = await handle(new Request('${url}', init));
        answers.push(response.status, await response.text());
      }
      return JSON.stringify(answers);
    })()`);
    expect(JSON.parse(String(answers))).toEqual([
      200,
      '{"received":true}',
      401,
      expect.stringContaining('replay_detected'),
    ]);
  });

  it('signs users as the entry for Node does, and refuses the forgeable', async () => {
    expect(await web.userSignature(SECRET, 'müller')).toBe(node.userSignature(SECRET, 'müller'));
    const forgeable = `1767225600000.${'a'.repeat(64)}`;
    await expect(web.userSignature(SECRET, forgeable)).rejects.toMatchObject({
      code: 'user_id_forgeable',
    });
  });

  it('verifies any signed request', async () => {
    const { headers, body } = buildCallback();
    expect(await web.verifySignedRequest({ headers, body, secrets: [SECRET] })).toMatchObject({
      secretIndex: 0,
    });
    await expect(web.verifySignedRequest({ headers, body, secrets: [''] })).rejects.toThrow(
      TypeError,
    );
  });
});

function streamed(
  path: string,
  headers: Record<string, string>,
  source: ReadableStream | Uint8Array<ArrayBuffer>[],
): Request {
  const body = source instanceof ReadableStream ? source : new Blob(source).stream();
  // `duplex` is Node's demand, and unknown to the DOM's types.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return new Request(ORIGIN + path, init);
}
