import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Boom from '@hapi/boom';
import Hapi from '@hapi/hapi';
import { plugin as nesPlugin } from '@hapi/nes';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, type RawData, type WebSocketServer } from 'ws';
import { guardFeeds } from '../../../src/conversations/operator-feed/feed-guard';
import { createSocketUpkeep } from '../../../src/conversations/sockets/keepalive';

const MAX_FRAME_BYTES = 16 * 1024;
const hello = {
  type: 'hello',
  id: 1,
  version: '2',
  auth: { headers: { authorization: 'Bearer good' } },
};

let server: Hapi.Server;
let wss: WebSocketServer;
const upkeep = createSocketUpkeep();
/** Frames that the guard let through. */
let passed: string[];

/** The real nes on a real port: an invalid frame that reached it would end this process. */
beforeEach(async () => {
  passed = [];
  server = Hapi.server({ port: 0, host: '127.0.0.1' });
  server.auth.scheme('token', () => ({
    authenticate: (request, h) => {
      if (request.headers['authorization'] !== 'Bearer good') throw Boom.unauthorized('no');
      return h.authenticated({ credentials: {} });
    },
  }));
  server.auth.strategy('token', 'token');
  await server.register({
    plugin: nesPlugin,
    options: { auth: { type: 'direct', route: { strategy: 'token' } } },
  });
  server.route({ method: 'POST', path: '/danger', handler: () => 'done' });
  server.subscription('/inbox/{id}');
  wss = (server.plugins as unknown as { nes: { _listener: { _wss: WebSocketServer } } }).nes
    ._listener._wss;
  guardFeeds(wss, { clock: Date.now, upkeep, maxFrameBytes: MAX_FRAME_BYTES });
  wss.on('connection', (socket) => {
    socket.on('message', (data: RawData) => passed.push((data as Buffer).toString()));
  });
  await server.start();
});
afterEach(() => server.stop());
afterAll(() => upkeep.stop());

async function connect() {
  const { port } = server.listener.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return {
    send: (frame: string | Buffer) => socket.send(frame),
    close: () => socket.terminate(),
    closed: async () => ((await once(socket, 'close')) as [number, Buffer])[0],
    /** Sends a frame and returns the next one from the server. */
    ask: async (frame: object) => {
      const answer = once(socket, 'message');
      socket.send(JSON.stringify(frame));
      return JSON.parse(((await answer) as [Buffer])[0].toString()) as Record<string, unknown>;
    },
  };
}

/** Another operator's feed still works. */
async function expectAlive(): Promise<void> {
  const other = await connect();
  expect(await other.ask(hello)).toMatchObject({ type: 'hello', id: 1, socket: expect.anything() });
  expect(await other.ask({ type: 'sub', id: 2, path: '/inbox/1' })).toMatchObject({
    type: 'sub',
    id: 2,
  });
  other.close();
}

const withAuth = (auth: unknown) => JSON.stringify({ ...hello, auth });

const INVALID = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '7',
  'true',
  '{}',
  '[null]',
  '{"type":"sub"}',
  '{"type":"sub","id":2}',
  '{"type":"sub","id":2,"path":null}',
  '{"type":"sub","id":2,"path":{"toString":1}}',
  '{"type":"sub","id":2,"path":"inbox"}',
  '{"type":"sub","id":2,"path":"/inbox/%E0%A4%A"}',
  '{"type":"sub","id":2,"path":"//evil"}x',
  '{"type":"unsub","id":2}',
  '{"type":"ping"}',
  '{"type":"ping","id":{}}',
  '{"type":"ping","id":null}',
  '{"type":"ping","id":-1}',
  '{"type":null,"id":1}',
  '{"type":"reauth","id":1}',
  '{"type":"reauth","id":1,"auth":"token"}',
  '{"type":"constructor","id":1}',
  '{"type":"hello","id":1,"version":"2"}',
  JSON.stringify({ ...hello, version: '3' }),
  JSON.stringify({ ...hello, subs: '/inbox/1' }),
  JSON.stringify({ ...hello, subs: [7] }),
  JSON.stringify({ ...hello, subs: Array<string>(201).fill('/inbox/1') }),
  withAuth(true),
  withAuth(null),
  withAuth([]),
  withAuth('Bearer good'),
  withAuth({ headers: true }),
  withAuth({ headers: { authorization: 7 } }),
  withAuth({ headers: { authorization: ['Bearer good'] } }),
  withAuth({ headers: { authorization: 'Bearer good\r\nX-Admin-Key: x' } }),
  withAuth({ headers: { authorization: 'x'.repeat(5_000) } }),
  withAuth({ headers: { cookie: 7 } }),
];

describe('the guard of the operators’ feed', () => {
  it.each([['before'], ['after']])('closes a feed on each invalid frame %s hello', async (when) => {
    const feeds = await Promise.all(INVALID.map(connect));
    if (when === 'after') await Promise.all(feeds.map((feed) => feed.ask(hello)));
    const greeted = passed.length;
    const codes = feeds.map((feed, index) => {
      feed.send(INVALID[index] ?? '');
      return feed.closed();
    });
    expect(await Promise.all(codes)).toEqual(INVALID.map(() => 1008));
    expect(passed).toHaveLength(greeted);
    await expectAlive();
  });

  it('passes a hello with no header but its token', async () => {
    const feed = await connect();
    const headers = {
      Authorization: 'Bearer good',
      cookie: 'session=1',
      'x-forwarded-for': '10.0.0.1',
      host: 7,
    };
    const frame = { ...hello, auth: { headers, payload: { a: 1 } }, subs: ['/inbox/1'], extra: {} };
    expect(await feed.ask(frame)).toMatchObject({ type: 'hello', id: 1 });
    expect(passed.map((text) => JSON.parse(text) as unknown)).toEqual([
      { ...hello, subs: ['/inbox/1'] },
    ]);
    feed.close();
  });

  it('passes subscriptions, pings and a new token without unknown fields', async () => {
    const feed = await connect();
    await feed.ask(hello);
    const ping = { type: 'ping', id: 2 };
    feed.send(JSON.stringify({ ...ping, method: 'POST' }));
    const frames = [
      { type: 'sub', id: 3, path: '/inbox/1' },
      { type: 'unsub', id: 4, path: '/inbox/1' },
      { type: 'reauth', id: 5, auth: { headers: { authorization: 'Bearer good' } } },
    ];
    for (const frame of frames) {
      const answer = await feed.ask({ ...frame, method: 'POST' });
      expect(answer).toMatchObject({ type: frame.type, id: frame.id });
    }
    expect(passed.slice(1).map((text) => JSON.parse(text) as unknown)).toEqual([ping, ...frames]);
    feed.close();
  });

  it('lets nes refuse a wrong token, and closes the feed', async () => {
    const feed = await connect();
    const auth = { headers: { authorization: 'Bearer bad' } };
    const closed = feed.closed();
    expect(await feed.ask({ ...hello, auth })).toMatchObject({ type: 'hello', statusCode: 401 });
    expect(await closed).toBe(1008);
  });

  it.each([
    [{ type: 'request', id: 2, method: 'POST', path: '/danger' }],
    [{ type: 'request', id: 3, method: 'POST', path: '/danger', headers: { 'x-admin-key': 'x' } }],
    [{ type: 'message', id: 4, message: 'x' }],
  ])('refuses %o before nes sees it', async (frame) => {
    const feed = await connect();
    await feed.ask(hello);
    expect(await feed.ask(frame)).toMatchObject({
      type: frame.type,
      id: frame.id,
      statusCode: 403,
    });
    expect(passed).toHaveLength(1);
    feed.close();
  });

  it('closes a feed on a binary frame, even if its text would be valid', async () => {
    const feed = await connect();
    feed.send(Buffer.from(JSON.stringify(hello)));
    expect(await feed.closed()).toBe(1008);
    expect(passed).toEqual([]);
    const greeted = await connect();
    await greeted.ask(hello);
    greeted.send(Buffer.from(JSON.stringify({ type: 'ping', id: 2 })));
    expect(await greeted.closed()).toBe(1003);
    expect(passed).toHaveLength(1);
    await expectAlive();
  });

  it.each([
    ['17 KiB', 17 * 1024],
    ['60 MB', 60_000_000],
  ])('closes a feed on a frame of %s', async (_name, size) => {
    const feed = await connect();
    await feed.ask(hello);
    feed.send(JSON.stringify({ type: 'ping', id: 2, padding: 'x'.repeat(size) }));
    // A client that is still sending may see the connection break before it reads the close code.
    expect([1006, 1009]).toContain(await feed.closed());
    expect(passed).toHaveLength(1);
    await expectAlive();
  });
});
