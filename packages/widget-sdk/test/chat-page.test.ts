import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chat, ChatOptions } from '../src/index';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { pass } from './support/time';
import { createDevice, shown, visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Puts the chat into a page, of which the test fires the events. */
function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  return {
    window: (name: string) => window.dispatchEvent(new Event(name)),
    document: (name: string) => page.dispatchEvent(new Event(name)),
  };
}

async function online(options: Partial<ChatOptions> = {}): Promise<Chat> {
  const chat = visit(relay.url, options);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  return chat;
}

test('probes the socket after a wake, and keeps one that answers', async () => {
  const page = openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = await online();
  page.document('visibilitychange');
  await vi.waitFor(() => expect(relay.framesOf('ping')).toHaveLength(1));
  await pass(6000);
  expect(chat.getState().status).toBe('online');
  expect(relay.connections).toHaveLength(1);
});

test('replaces after 4 s a socket that does not answer the probe', async () => {
  const page = openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = await online();
  relay.deaf.push('ping');
  page.window('online');
  await pass(3000);
  expect(relay.connections).toHaveLength(1);
  await pass(4000);
  expect(relay.connections).toHaveLength(2);
  expect(chat.getState().status).toBe('online');
});

test.each([
  ['window', 'pagehide', 'window', 'pageshow'],
  ['document', 'freeze', 'document', 'resume'],
  ['window', 'offline', 'window', 'online'],
] as const)('closes on %s %s and comes back on %s %s', async (there, leave, here, come) => {
  const page = openPage();
  const chat = await online();
  const { socket } = relay.current();
  page[there](leave);
  expect(chat.getState().status).toBe('reconnecting');
  await vi.waitFor(() => expect(socket.readyState).toBe(socket.CLOSED));
  relay.store('missed');
  page[here](come);
  await vi.waitFor(() => expect(shown(chat)).toEqual(['missed:sent']));
  expect(relay.connections).toHaveLength(2);
});

test('lets no event of the page reopen what the visitor or the page stopped', async () => {
  const page = openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = await online();
  chat.stop();
  for (const name of ['pageshow', 'online']) page.window(name);
  for (const name of ['visibilitychange', 'resume']) page.document(name);
  await pass(60_000);
  expect(chat.getState().status).toBe('stopped');
  expect(relay.connections).toHaveLength(1);
});

test('lets no wake cut short the wait of a flood', async () => {
  const page = openPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = await online();
  relay.current().close(4429);
  await vi.waitFor(() => expect(chat.getState().status).toBe('reconnecting'));
  page.window('offline');
  page.window('online');
  await pass(20_000);
  expect(relay.connections).toHaveLength(1);
  await pass(11_000);
  expect(relay.connections).toHaveLength(2);
});

test('shares session, reading and reset among tabs', async () => {
  const device = { storage: createDevice(), persistence: 'local' as const };
  const one = await online(device);
  relay.say('news');
  await vi.waitFor(() => expect(one.getState().unread).toBe(1));
  const two = await online(device);
  expect(relay.sessions).toBe(1);
  await vi.waitFor(() => expect(two.getState().unread).toBe(1));

  two.markRead();
  await vi.waitFor(() => expect(one.getState().unread).toBe(0));

  two.reset();
  await vi.waitFor(() => expect(one.getState()).toMatchObject({ status: 'idle', messages: [] }));
  expect([...device.storage.entries.values()]).toEqual(['null', '[]']);
});

test('leaves alone the session that another tab began after a reset it notices late', async () => {
  const device = { storage: createDevice(), persistence: 'local' as const };
  const one = await online(device);
  const two = await online(device);
  one.reset();
  one.start({ open: true });
  const late = one.send('of the second session');
  await vi.waitFor(() => expect(two.getState().status).toBe('idle'));
  await late;
  const reloaded = await online(device);
  expect(reloaded.getState().session?.sessionId).toBe('vs_2');
  expect(shown(reloaded)).toEqual(['of the second session:sent']);
});

test('tells the sockets of other tabs the token that one tab refreshed', async () => {
  const page = openPage();
  const device = { storage: createDevice(), persistence: 'local' as const };
  await online(device);
  const second = await online(device);
  relay.current().close(4401);
  await vi.waitFor(() => expect(relay.connections).toHaveLength(3));
  page.window('storage');
  await vi.waitFor(() =>
    expect(relay.framesOf('auth')).toEqual([{ type: 'auth', token: 'vs_1.2' }]),
  );
  await vi.waitFor(() => expect(second.getState().status).toBe('online'));
  expect(relay.tokens).toBe(2);
});

/** Stores another session, as another tab of the page would. */
function storeOther(device: ReturnType<typeof createDevice>, lifeMs = 900_000) {
  relay.sessions += 1;
  relay.tokens += 1;
  const { sessions, tokens } = relay;
  const expiresAt = new Date(Date.now() + lifeMs).toISOString();
  device.setItem(
    'crs:v1:tenant:pk_test:session',
    JSON.stringify({
      sessionId: `vs_${sessions}`,
      visitorToken: `vs_${sessions}.${tokens}`,
      expiresAt,
    }),
  );
}

test('continues in the session that another tab has stored, whose create crossed its own', async () => {
  const page = openPage();
  const storage = createDevice();
  const chat = await online({ storage, persistence: 'local' });
  expect(chat.getState().session?.sessionId).toBe('vs_1');
  storeOther(storage);
  page.window('storage');
  await vi.waitFor(() => expect(chat.getState().session?.sessionId).toBe('vs_2'));
  await chat.send('where we both are');
  expect(relay.connections.map(({ query }) => query.get('token'))).toEqual(['vs_1.1', 'vs_2.2']);
});

test('leaves alone the session it has moved to when it notices late that the one before has ended', async () => {
  const page = openPage();
  const storage = createDevice();
  const chat = await online({ storage, persistence: 'local' });
  storeOther(storage);
  page.window('storage');
  await vi.waitFor(() => expect(chat.getState().session?.sessionId).toBe('vs_2'));
  const otherTab = new BroadcastChannel('crs:v1:tenant:pk_test');
  otherTab.postMessage({ type: 'reset', sessionId: 'vs_1' });
  await vi.waitFor(() => expect(chat.getState().status).toBe('idle'));
  otherTab.close();
  expect(storage.getItem('crs:v1:tenant:pk_test:session')).toContain('vs_2');
});

test('tries no more often while other tabs write what is not for it', async () => {
  const page = openPage();
  const storage = createDevice();
  storeOther(storage, -1000);
  const neverAnswers = vi.fn(() => new Promise<Response>(() => undefined));
  const chat = visit(relay.url, { storage, persistence: 'local', fetch: neverAnswers });
  chat.start({ open: true });
  await vi.waitFor(() => expect(neverAnswers).toHaveBeenCalled());
  for (let n = 0; n < 5; n += 1) page.window('storage');
  await new Promise((later) => setTimeout(later, 50));
  expect(neverAnswers).toHaveBeenCalledTimes(1);
});

test('waits no longer for the lock of another tab than for what that tab stores', async () => {
  const page = openPage();
  const storage = createDevice();
  const request = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('navigator', { locks: { request } });
  const chat = visit(relay.url, { storage, persistence: 'local' });
  chat.start({ open: true });
  await vi.waitFor(() => expect(request).toHaveBeenCalled());
  storeOther(storage);
  page.window('storage');
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  expect(relay.count('create/visitor-session')).toBe(0);
});

test('does not take up in one tab what another tab is sending', async () => {
  const device = { storage: createDevice(), persistence: 'local' as const };
  const one = await online(device);
  const two = await online(device);
  await Promise.all([one.send('a'), two.send('b'), one.send('c')]);
  expect(relay.messages).toHaveLength(3);
  expect(JSON.parse(device.storage.getItem('crs:v1:tenant:pk_test:outbox') ?? '')).toEqual([]);
});
