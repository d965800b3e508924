import { setTimeout as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chat, ChatOptions } from '../src/index';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { pass } from './support/time';
import { createDevice, shown, visit } from './support/visitor';

// Interruptions by the page, the network, or another person at the same device.

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const SESSION = 'crs:v1:tenant:pk_test:session';
const OUTBOX = 'crs:v1:tenant:pk_test:outbox';
const fakeTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
/** Sends without waiting. A failed message appears in the snapshot. */
const send = (chat: Chat, text: string) => void chat.send(text).catch(() => undefined);

async function online(options: Partial<ChatOptions> = {}): Promise<Chat> {
  const chat = visit(relay.url, options);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  return chat;
}

/** A fetch that keeps the first answer of a route back until it is let go. */
function holdFirst(route: string) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let isFirst = true;
  const holding: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!new Request(input).url.includes(route) || !isFirst) return answer;
    isFirst = false;
    await held;
    return answer;
  };
  return { fetch: holding, letGo };
}

test('replaces a dead socket though the visitor keeps writing', async () => {
  fakeTime();
  const chat = await online();
  relay.current().mute();
  for (const text of ['a', 'b', 'c', 'd']) {
    send(chat, text);
    await pass(2500);
  }
  await pass(60_000);
  expect(relay.connections.length).toBeGreaterThan(1);
  expect(relay.messages.map(({ content }) => content)).toEqual(['a', 'b', 'c', 'd']);
});

test('sends though the page was started, stopped and started with nothing to do', async () => {
  const chat = visit(relay.url);
  chat.start();
  chat.stop();
  chat.start();
  expect(chat.getState().status).toBe('idle');
  await expect(chat.send('hello')).resolves.toMatchObject({ seq: 1 });
});

test('keeps the thread when an attempt given up long ago gets its history', async () => {
  const storage = createDevice();
  const before = await online({ storage });
  await before.send('a');
  before.destroy();
  const { fetch, letGo } = holdFirst('fetch/messages');
  const chat = visit(relay.url, { storage, fetch });
  chat.start({ open: true });
  await vi.waitFor(() => expect(relay.count('fetch/messages')).toBe(1));
  chat.stop();
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  relay.say('live');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['a:sent', 'live:sent']));
  letGo();
  await turn(300);
  expect(shown(chat)).toEqual(['a:sent', 'live:sent']);
  expect(chat.getState().session).not.toBeNull();
});

test('leaves no one signed in after a logout in the middle of identify', async () => {
  const storage = createDevice();
  const { fetch, letGo } = holdFirst('identify/visitor');
  const chat = await online({ storage, fetch });
  relay.ownSession = 'vs_of_alice';
  const identified = chat.identify({ userId: 'alice', userSignature: 'x' });
  await vi.waitFor(() => expect(relay.count('identify/visitor')).toBe(1));
  chat.reset();
  letGo();
  await identified;
  expect(storage.getItem(SESSION)).toBe('null');
});

test('makes no session after a logout in the middle of entering', async () => {
  const storage = createDevice();
  const { fetch, letGo } = holdFirst('identify/visitor');
  const chat = visit(relay.url, { storage, fetch });
  await chat.identify({ userId: 'alice', userSignature: 'x' });
  chat.start({ open: true });
  await vi.waitFor(() => expect(relay.count('identify/visitor')).toBe(1));
  chat.reset();
  letGo();
  await turn(300);
  expect(relay.sessions).toBe(1);
  expect(storage.getItem(SESSION)).toBe('null');
});

test('makes no session after a logout while another tab had the lock', async () => {
  let grant: () => void = () => undefined;
  const request = vi.fn((_name: string, _options: object, run: () => unknown) => {
    grant = () => void run();
  });
  vi.stubGlobal('navigator', { locks: { request } });
  const chat = visit(relay.url, { storage: createDevice() });
  chat.start({ open: true });
  await vi.waitFor(() => expect(request).toHaveBeenCalled());
  chat.reset();
  grant();
  await turn(100);
  expect(relay.sessions).toBe(0);
});

test('never sends what an earlier person of this device left unsent', async () => {
  const storage = createDevice();
  const alice = visit(relay.url, { storage });
  alice.stop();
  send(alice, 'my card number');
  alice.destroy();
  const logoutPage = visit(relay.url, { storage });
  logoutPage.reset();
  const bob = await online({ storage });
  await bob.send('hello');
  expect(relay.messages.map(({ content }) => content)).toEqual(['hello']);
});

test('shows a message once whose ack got lost with its page', async () => {
  const storage = createDevice();
  const before = await online({ storage });
  relay.lostAcks = 1;
  send(before, 'x');
  await vi.waitFor(() => expect(relay.messages).toHaveLength(1));
  before.destroy();
  relay.scripts.push(() => undefined); // accepts, and is silent
  const chat = visit(relay.url, { storage });
  chat.start();
  await vi.waitFor(() => expect(relay.connections).toHaveLength(2));
  expect(shown(chat)).toEqual(['x:sent']);
});

test('keeps one session over the pages of a browser whose local storage is full', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: () => {} });
  vi.stubGlobal('sessionStorage', createDevice());
  const before = await online({ persistence: 'local' });
  before.destroy();
  await online({ persistence: 'local' });
  expect(relay.sessions).toBe(1);
});

test('obeys a stop from a listener of what happens when a socket is lost', async () => {
  const chat = await online();
  relay.current().mute();
  send(chat, 'x');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['x:sending']));
  chat.on('state', ({ messages }) => messages[0]?.state === 'queued' && chat.stop());
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(chat.getState().reason).toBe('user'));
  send(chat, 'y');
  await turn(300);
  expect(chat.getState().status).toBe('stopped');
});

test('obeys a stop from a listener while the socket opens', async () => {
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  process.on('uncaughtException', onFault);
  const chat = visit(relay.url);
  chat.on('session', () => {
    const end = chat.subscribe(() => {
      end();
      chat.stop();
    });
  });
  send(chat, 'x');
  await vi.waitFor(() => expect(chat.getState().status).toBe('stopped'));
  await turn(200);
  process.off('uncaughtException', onFault);
  expect(faults).toEqual([]);
});

test('leaves no timer behind a stop from a listener of online', async () => {
  fakeTime();
  const chat = visit(relay.url);
  chat.on('state', ({ status }) => status === 'online' && chat.stop());
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('stopped'));
  await pass(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('leaves no timer behind a stop with a message missing', async () => {
  fakeTime();
  const chat = await online();
  relay.store('a');
  relay.deaf.push('sync');
  relay.say('b');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['b:sent']));
  chat.stop();
  await pass(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('tells who sends after destroy', async () => {
  const chat = await online();
  chat.destroy();
  await expect(chat.send('x')).rejects.toThrow(TypeError);
});

test('stays stopped by the page though newer tabs had taken over', async () => {
  const chat = await online();
  relay.current().close(4409);
  await vi.waitFor(() => expect(chat.getState().reason).toBe('replaced'));
  chat.stop();
  send(chat, 'x');
  await turn(200);
  expect(relay.connections).toHaveLength(1);
});

test('stores a message though fifty before it have failed', async () => {
  const storage = createDevice();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  relay.answers['create/visitor-session'] = [{ status: 403, code: 'tenant_suspended' }];
  const chat = visit(relay.url, { storage });
  for (let n = 0; n < 50; n += 1) send(chat, `failed ${n}`);
  await vi.waitFor(() => expect(chat.getState().reason).toBe('tenant_suspended'));
  relay.fallback = (peer) => {
    peer.serve();
    peer.mute();
  };
  send(chat, 'precious');
  await vi.waitFor(() => expect(shown(chat).at(-1)).toBe('precious:sending'));
  expect(storage.getItem(OUTBOX)).toContain('precious');
});

test('ends the typing of the visitor as long as it is shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const chat = await online();
  const told = () => relay.framesOf('typing').map(({ state }) => state);
  chat.typing(true);
  await pass(2900);
  chat.typing(true);
  await pass(300);
  chat.typing(false);
  await vi.waitFor(() => expect(told()).toEqual(['start', 'stop']));
  chat.typing(true);
  await pass(3100);
  chat.typing(true);
  await pass(6100);
  chat.typing(false);
  await pass(1000);
  expect(told()).toEqual(['start', 'stop', 'start', 'start']);
});

test('counts as unread what is unread, and not what a page has yet to receive', async () => {
  const storage = createDevice();
  const before = await online({ storage });
  for (const text of ['a', 'b']) relay.say(text);
  await vi.waitFor(() => expect(before.getState().unread).toBe(2));
  before.destroy();
  relay.readSeq = 2;
  const chat = visit(relay.url, { storage });
  const counts: number[] = [];
  chat.on('unread', (count) => counts.push(count));
  chat.start();
  await vi.waitFor(() => expect(chat.getState()).toMatchObject({ status: 'online', readSeq: 2 }));
  expect(counts).toEqual([]);
});

test('says who the visitor is again when the network failed it', async () => {
  const chat = visit(relay.url);
  await chat.identify({ userId: 'u', userSignature: 'x' });
  relay.answers['identify/visitor'] = ['hang up'];
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'), 5000);
  expect(relay.count('identify/visitor')).toBe(2);
});

test('sends nothing that a listener has discarded, and nothing twice', async () => {
  fakeTime();
  const chat = visit(relay.url);
  send(chat, 'a');
  send(chat, 'b');
  const [, b] = chat.getState().messages;
  let isNested = false;
  chat.on('state', ({ messages }) => {
    if (isNested || messages[0]?.state !== 'sending') return;
    isNested = true;
    chat.discard(b?.id ?? '');
    send(chat, 'c');
  });
  await vi.waitFor(() => expect(relay.messages).toHaveLength(2));
  await pass(20_000);
  expect(relay.framesOf('msg').map(({ content }) => content)).toEqual(['a', 'c']);
});

test('makes no session when its end closes the socket before it is answered', async () => {
  const { fetch, letGo } = holdFirst('end/visitor-session');
  const chat = await online({ fetch });
  const ended = chat.endSession();
  await vi.waitFor(() => expect(relay.count('end/visitor-session')).toBe(1));
  relay.current().close(4404);
  await turn(100);
  letGo();
  await ended;
  await turn(100);
  expect(relay.sessions).toBe(1);
});

test('forgets a drain once it is on another socket', async () => {
  const window = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  fakeTime();
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  const chat = await online();
  relay.current().send({ type: 'reconnect', within_ms: 60_000 });
  await pass(1000);
  for (const name of ['pagehide', 'pageshow']) window.dispatchEvent(new Event(name));
  await pass(2000);
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  relay.current().socket.terminate();
  await pass(5000);
  expect(relay.connections).toHaveLength(3);
});

test('makes no new snapshot of a message it has', async () => {
  const chat = await online();
  const message = relay.say('x');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['x:sent']));
  const before = chat.getState();
  relay.current().send({ type: 'msg', ...message });
  await turn(100);
  expect(chat.getState()).toBe(before);
});
