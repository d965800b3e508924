import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chat } from '../src/index';
import { startScriptedRelay, type Script, type ScriptedRelay } from './support/scripted-relay';
import { pass } from './support/time';
import { createDevice, shown, visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const closeWith =
  (code: number, reason?: string): Script =>
  (peer) =>
    peer.close(code, reason);
const isOnline = (chat: Chat) =>
  vi.waitFor(() => expect(chat.getState().status).toBe('online'), 10_000);

function open(options = {}) {
  const chat = visit(relay.url, options);
  chat.start({ open: true });
  return chat;
}

test('refreshes at once when the token is refused, and counts no failure', async () => {
  relay.scripts.push(closeWith(4401));
  const chat = open();
  await isOnline(chat);
  expect(relay.count('refresh/visitor-token')).toBe(1);
  expect(relay.sessions).toBe(1);
  expect(relay.current().query.get('token')).toBe('vs_1.2');
});

test('creates a session after three fresh tokens were refused in a row', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  relay.scripts.push(closeWith(4401), closeWith(4401), closeWith(4401));
  const chat = open();
  await pass(15_000);
  await isOnline(chat);
  const tokens = relay.connections.map(({ query }) => query.get('token'));
  expect(tokens).toEqual(['vs_1.1', 'vs_1.2', 'vs_1.3', 'vs_2.4']);
});

test('creates a session when the old one is gone, and keeps what is unsent', async () => {
  const chat = open();
  await isOnline(chat);
  relay.say('of the old session');
  relay.lostAcks = 1;
  const sent = chat.send('still to come');
  await vi.waitFor(() => expect(relay.messages).toHaveLength(2));
  relay.messages.length = 0;
  relay.current().close(4404);
  await expect(sent).resolves.toMatchObject({ seq: 1 });
  expect(shown(chat)).toEqual(['still to come:sent']);
  expect(chat.getState().session?.sessionId).toBe('vs_2');
});

test('creates a session when a stored one is over, and asks for no other token of it', async () => {
  const storage = createDevice();
  const first = open({ storage });
  await isOnline(first);
  first.destroy();
  relay.answers['fetch/messages'] = [{ status: 404, code: 'session_expired' }];
  const chat = open({ storage });
  await isOnline(chat);
  expect(chat.getState().session?.sessionId).toBe('vs_2');
  expect(relay.count('refresh/visitor-token')).toBe(0);
});

test('keeps the token of a mailed link when the socket of the earlier one closes, in both tabs', async () => {
  const storage = createDevice();
  const own = open({ storage });
  await isOnline(own);
  const other = open({ storage });
  await isOnline(other);
  const sockets = [...relay.connections];
  await own.resume('rl_link');
  await other.resume('rl_link'); // the second tab with the link has it used already
  for (const { close } of sockets) close(4404);
  await vi.waitFor(() => expect(relay.connections.length).toBeGreaterThan(3), 10_000);
  await Promise.all([isOnline(own), isOnline(other)]);
  expect(relay.count('resume/visitor-session')).toBe(1);
  expect(relay.count('create/visitor-session')).toBe(1);
  for (const chat of [own, other]) expect(chat.getState().session?.sessionId).toBe('vs_1');
});

test.each([
  [403, 'origin_not_allowed'],
  [403, 'tenant_suspended'],
  [404, 'not_found'],
  [422, 'invalid_request'],
] as const)('stops on %i %s with one line in the console', async (status, code) => {
  const line = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  relay.answers['create/visitor-session'] = [{ status, code }];
  const chat = visit(relay.url);
  const closed = vi.fn();
  chat.on('closed', closed);
  await expect(chat.send('hello')).rejects.toMatchObject({ code });
  expect(chat.getState()).toMatchObject({ status: 'stopped', reason: code });
  expect(closed).toHaveBeenCalledExactlyOnceWith({ reason: code });
  expect(line).toHaveBeenCalledTimes(1);
  expect(line.mock.calls[0]?.[0]).toContain(code);
  relay.answers['create/visitor-session'] = [{ status, code }];
  await expect(chat.send('again')).rejects.toMatchObject({ code });
  expect(relay.requests).toHaveLength(2); // one for each word of the visitor's
  expect(line).toHaveBeenCalledTimes(1);
  await expect(chat.send('when it is mended')).resolves.toMatchObject({ seq: 1 });
  line.mockRestore();
});

test.each([
  [4403, 'forbidden'],
  [4409, 'replaced'],
] as const)('stops on close %i, and comes back only when started', async (code, reason) => {
  const line = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const chat = open();
  await isOnline(chat);
  relay.current().close(code);
  await vi.waitFor(() => expect(chat.getState()).toMatchObject({ status: 'stopped', reason }));
  expect(line).toHaveBeenCalledTimes(1);
  expect(relay.connections).toHaveLength(1);
  chat.start();
  await isOnline(chat);
  line.mockRestore();
});

test('backs off from a relay that accepts and then closes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const accept: Script = (peer) => {
    peer.serve();
    setTimeout(() => peer.close(1001), 3000);
  };
  relay.scripts.push(...Array.from({ length: 50 }, () => accept));
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  open();
  const startedAt = Date.now();
  while (relay.connections.length < 7) await pass(250);
  // 0.5 + 1 + 2 + 4 + 8 + 10 s and six times 3 s: a counter that a welcome resets needs 21 s.
  expect(Date.now() - startedAt).toBeGreaterThan(35_000);
  vi.mocked(Math.random).mockRestore();
});

test('gives up on a socket that opens and never welcomes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  relay.scripts.push(() => undefined);
  const chat = open();
  await vi.waitFor(() => expect(relay.connections).toHaveLength(1));
  expect(chat.getState().status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(11_000);
  await isOnline(chat);
});

test('replaces a socket that went silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = open();
  await isOnline(chat);
  relay.deaf.push('ping');
  await vi.advanceTimersByTimeAsync(25_000);
  await vi.waitFor(() => expect(relay.framesOf('ping')).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  await pass(3000);
  expect(relay.connections).toHaveLength(2);
  await isOnline(chat);
});

test('spreads over the time that a draining relay gives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const chat = open();
  await isOnline(chat);
  relay.current().close(1012, '{"retry_ms": 8000}');
  await vi.waitFor(() => expect(chat.getState().status).toBe('reconnecting'));
  await vi.advanceTimersByTimeAsync(3500);
  expect(relay.connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  await isOnline(chat);
  vi.mocked(Math.random).mockRestore();
});

test('waits half a minute after a flood', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = open();
  await isOnline(chat);
  relay.current().close(4429);
  await vi.waitFor(() => expect(chat.getState().status).toBe('reconnecting'));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(relay.connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  await isOnline(chat);
});

test('spreads its return over 30 s when its address has too many sockets', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  relay.scripts.push(closeWith(4429));
  const chat = open();
  await vi.waitFor(() => expect(relay.connections[0]?.socket.readyState).toBe(3));
  await pass(43_000);
  expect(relay.connections).toHaveLength(1);
  await pass(3_000);
  await isOnline(chat);
  vi.mocked(Math.random).mockRestore();
});

test('tries again after requests that failed on the way', async () => {
  relay.answers['create/visitor-session'] = ['hang up', { status: 502 }, { status: 201 }];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = open();
  await pass(20_000);
  await isOnline(chat);
  // The third was a 201 without a session: what a captive portal might say.
  expect(relay.count('create/visitor-session')).toBeGreaterThanOrEqual(3);
});

test('continues with the stored session and its token', async () => {
  const storage = createDevice();
  const first = open({ storage });
  await isOnline(first);
  first.destroy();
  const second = visit(relay.url, { storage });
  second.start();
  await isOnline(second);
  expect(relay.sessions).toBe(1);
  expect(relay.tokens).toBe(1);
});

test('creates one session for pages that start together', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, task: () => Promise<unknown>) =>
    (last = last.then(task));
  vi.stubGlobal('navigator', { locks: { request } });
  const storage = createDevice();
  await Promise.all([open({ storage }), open({ storage })].map(isOnline));
  expect(relay.sessions).toBe(1);
  expect(relay.connections).toHaveLength(2);
  vi.unstubAllGlobals();
});

test('waits for no other chat where the storage is its own', async () => {
  const request = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('navigator', { locks: { request } });
  await Promise.all([open(), open()].map(isOnline));
  expect(relay.sessions).toBe(2);
  expect(request).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test("refreshes a token that is about to end, by the relay's clock and not its own", async () => {
  relay.clockSkewMs = -6 * 3_600_000;
  const storage = createDevice();
  const first = open({ storage });
  await isOnline(first);
  first.destroy();
  const second = open({ storage });
  await isOnline(second);
  expect(relay.count('refresh/visitor-token')).toBe(0);
  second.destroy();

  relay.clockSkewMs += 3_600_000 - 30_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 - 30_000 });
  relay.clockSkewMs -= 3_600_000 - 30_000;
  const third = open({ storage });
  await isOnline(third);
  expect(relay.count('refresh/visitor-token')).toBe(1);
});

test('gives the open socket a fresh token in good time', async () => {
  relay.tokenLifeMs = 120_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = open();
  await isOnline(chat);
  await pass(95_000);
  expect(relay.framesOf('auth')).toEqual([]);
  await pass(15_000);
  expect(relay.framesOf('auth')).toEqual([{ type: 'auth', token: 'vs_1.2' }]);
  expect(relay.connections).toHaveLength(1);
  await pass(110_000);
  expect(relay.framesOf('auth').at(-1)?.token).toBe('vs_1.3');
});

test('stays stopped whatever happens, until it is started', async () => {
  const chat = open();
  await isOnline(chat);
  chat.stop();
  expect(chat.getState()).toMatchObject({ status: 'stopped', reason: 'user' });
  const sent = chat.send('for later');
  expect(shown(chat)).toEqual(['for later:queued']);
  expect(relay.connections).toHaveLength(1);
  chat.start();
  await sent;
});

test('forgets everything on reset', async () => {
  const storage = createDevice();
  const chat = open({ storage });
  await isOnline(chat);
  await chat.send('hello');
  chat.reset();
  expect(chat.getState()).toMatchObject({ status: 'idle', messages: [], session: null });
  expect([...storage.entries.values()]).toEqual(['null', '[]']);
  chat.start({ open: true });
  await isOnline(chat);
  expect(chat.getState().session?.sessionId).toBe('vs_2');
});

test('continues its session in both tabs when the page clears the storage', async () => {
  const device = { storage: createDevice(), persistence: 'local' as const };
  const one = open(device);
  await isOnline(one);
  const two = open(device);
  await isOnline(two);
  await one.send('before');
  device.storage.entries.clear();
  const sent = one.send('after');
  for (const connection of relay.connections) connection.close(1012);
  await sent;
  await vi.waitFor(() => expect(shown(two)).toEqual(['before:sent', 'after:sent']), 10_000);
  expect(relay.sessions).toBe(1);
  await vi.waitFor(() => expect([...device.storage.entries.values()].join()).toContain('vs_1'));
});

test('ends the session at the relay and starts no new one', async () => {
  const chat = open();
  await isOnline(chat);
  await chat.endSession();
  expect(relay.count('end/visitor-session')).toBe(1);
  expect(chat.getState().status).toBe('idle');
  expect(relay.sessions).toBe(1);
});

test('says who the visitor is, now or with the session to come', async () => {
  const chat = visit(relay.url);
  const who = { userId: 'u1', userSignature: 'a'.repeat(64), displayName: 'Ada' };
  await chat.identify(who);
  expect(relay.requests).toEqual([]);
  chat.start({ open: true });
  await isOnline(chat);
  expect(relay.requests.find(({ path }) => path === 'identify/visitor')?.body).toEqual({
    user_id: 'u1',
    user_signature: 'a'.repeat(64),
    display_name: 'Ada',
  });
  relay.answers['identify/visitor'] = [{ status: 409, code: 'already_identified' }];
  await expect(chat.identify({ ...who, userId: 'u2' })).rejects.toMatchObject({
    code: 'already_identified',
  });
  await chat.identify(who);
  expect(chat.getState().session?.userId).toBe('u1');
});

test.each(['before', 'after'])(
  'continues in the session that an identified visitor has elsewhere (known %s the start)',
  async (when) => {
    const chat = visit(relay.url);
    const who = { userId: 'u1', userSignature: 'a'.repeat(64) };
    relay.ownSession = 'vs_elsewhere';
    relay.store('said on another device');
    if (when === 'before') await chat.identify(who);
    chat.start({ open: true });
    if (when === 'after') {
      await isOnline(chat);
      await chat.identify(who);
    }
    await vi.waitFor(() => expect(chat.getState().session?.sessionId).toBe('vs_elsewhere'));
    await isOnline(chat);
    await chat.send('said here');
    expect(shown(chat)).toEqual(['said on another device:sent', 'said here:sent']);
    expect(relay.sessions).toBe(1);
    expect(relay.count('identify/visitor')).toBe(when === 'before' ? 1 : 2);
  },
);

test('knows who the visitor is in the session after this one, until reset', async () => {
  const device = { storage: createDevice(), persistence: 'local' };
  const chat = open(device);
  await isOnline(chat);
  const other = open(device);
  await isOnline(other);
  const who = { userId: 'u1', userSignature: 'a'.repeat(64) };
  await Promise.all([chat, other].map((tab) => tab.identify(who)));
  const resets = vi.fn();
  for (const tab of [chat, other]) tab.on('reset', resets);

  await chat.endSession();
  await vi.waitFor(() => expect(resets).toHaveBeenCalledTimes(2));
  other.start({ open: true });
  await isOnline(other);
  expect(relay.count('identify/visitor')).toBe(3);

  other.reset();
  await vi.waitFor(() => expect(resets).toHaveBeenCalledTimes(4));
  other.start({ open: true });
  await isOnline(other);
  expect(relay.sessions).toBe(3);
  expect(relay.count('identify/visitor')).toBe(3);
});

test('is over here though the relay could not be told so', async () => {
  const chat = open();
  await isOnline(chat);
  relay.answers['end/visitor-session'] = ['hang up'];
  await expect(chat.endSession()).rejects.toMatchObject({ code: 'network' });
  expect(chat.getState()).toMatchObject({ status: 'idle', messages: [], session: null });
});

test('reads the configuration without making a session', async () => {
  const chat = visit(relay.url);
  await expect(chat.fetchConfig()).resolves.toMatchObject({ tenantName: 'Shop', isOnline: true });
  expect(relay.sessions).toBe(0);
  expect(chat.getState().config?.limits.contentChars).toBe(4000);
});

test("refuses to start where it can't work, with a word on what is missing", () => {
  const chat = visit(relay.url);
  chat.destroy();
  expect(() => chat.start()).toThrow(TypeError);
  expect(() => visit('chat.example')).toThrow(TypeError);
  expect(() => visit(relay.url, { tenantId: '' })).toThrow(TypeError);
});
