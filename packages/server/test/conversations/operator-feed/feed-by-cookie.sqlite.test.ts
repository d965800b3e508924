import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { HOUR } from '../../../src/platform/clock';
import { signInOnPage, type PageSession } from '../../support/console-page';
import { startRelay, type TestRelay } from '../../support/relay';
import { register, uniqueEmail } from '../../support/world';

let relay: TestRelay;
let now = Date.now();
let session: PageSession;
beforeAll(async () => {
  relay = await startRelay({ clock: () => now });
});
afterAll(() => relay.stop());
beforeEach(async () => {
  session = await signInOnPage(relay.url);
});

const HELLO = { type: 'hello', id: 1, version: '2' };

interface Greeting {
  socket: WebSocket;
  /** The answer to the hello, null where the socket closed without one. */
  statusCode: number | null;
  isOpen: boolean;
}

async function greet(headers: Record<string, string>, hello: object = HELLO): Promise<Greeting> {
  const socket = new WebSocket(`${relay.url.replace('http', 'ws')}/api/v1/ws/console`, { headers });
  const answer = Promise.race([
    once(socket, 'message').then(([data]) => JSON.parse(String(data)) as { statusCode?: number }),
    once(socket, 'close').then(() => null),
  ]);
  await once(socket, 'open');
  socket.send(JSON.stringify(hello));
  const said = await answer;
  const isOpen = said !== null && said.statusCode === undefined;
  if (!isOpen) socket.terminate();
  return { socket, statusCode: said?.statusCode ?? null, isOpen };
}

const own = () => ({ cookie: session.cookie, origin: relay.url });

it('opens a feed for the account of the cookie on the relay’s own page', async () => {
  const { isOpen, socket } = await greet(own(), {
    ...HELLO,
    subs: [`/inbox/${session.workspaceId}`],
  });
  expect(isOpen).toBe(true);
  socket.terminate();
});

it.each([
  ['no origin', {}],
  ['another origin of the same site', { origin: 'http://shop.relay.test' }],
  ['an opaque origin', { origin: 'null' }],
])('opens no feed by cookie with %s', async (_what, headers) => {
  expect((await greet({ cookie: session.cookie, ...headers })).isOpen).toBe(false);
});

it('opens no feed with two cookies', async () => {
  const cookie = `${session.cookie}; ${session.cookie}`;
  expect((await greet({ ...own(), cookie })).isOpen).toBe(false);
});

it('closes a feed with an empty cookie at its hello, as without a cookie', async () => {
  const cookie = '__Host-relay_console=';
  expect(await greet({ ...own(), cookie })).toMatchObject({ isOpen: false, statusCode: null });
});

it('ignores the cookie of a feed whose hello has a token', async () => {
  const auth = { headers: { authorization: 'Bearer nonsense' } };
  expect(await greet(own(), { ...HELLO, auth })).toMatchObject({ isOpen: false, statusCode: 401 });
  const { token } = await register(relay.url, uniqueEmail(), 'Bea', { organization_name: 'B' });
  const byToken = { headers: { authorization: `Bearer ${token}` } };
  const { isOpen, socket } = await greet(own(), { ...HELLO, auth: byToken });
  expect(isOpen).toBe(true);
  socket.terminate();
});

it('opens a feed by token among other programs’ cookies, which may be malformed', async () => {
  const { token } = await register(relay.url, uniqueEmail(), 'Bea', { organization_name: 'B' });
  const auth = { headers: { authorization: `Bearer ${token}` } };
  const cookie = 'a="; =; b c';
  const { isOpen, socket } = await greet({ origin: relay.url, cookie }, { ...HELLO, auth });
  expect(isOpen).toBe(true);
  socket.terminate();
});

it('accepts no cookie from the hello of a feed', async () => {
  const auth = { headers: { cookie: session.cookie } };
  expect((await greet({ origin: relay.url }, { ...HELLO, auth })).isOpen).toBe(false);
  const asBearer = { headers: { authorization: `Bearer ${session.token}` } };
  expect(await greet({ origin: relay.url }, { ...HELLO, auth: asBearer })).toMatchObject({
    isOpen: false,
    statusCode: 401,
  });
});

it('closes a feed by cookie when its session ends, by logout or after 12 h without use', async () => {
  const first = await greet(own());
  const closed = once(first.socket, 'close');
  await session.post('/console/logout');
  await closed;

  session = await signInOnPage(relay.url);
  const second = await greet(own());
  now += 12 * HOUR;
  await once(second.socket, 'close');
});

it('does not keep its session: the relay’s own checks of it are no use by a person', async () => {
  const { socket } = await greet(own());
  const closed = once(socket, 'close');
  now += 11 * HOUR;
  // Longer than the relay waits between two checks of a feed.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(socket.readyState).toBe(WebSocket.OPEN);
  now += HOUR;
  await closed;
});
