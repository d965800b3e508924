import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { createDevice, shown, visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});
afterEach(() => {
  vi.useRealTimers();
});

test('creates the session and the socket with the first message', async () => {
  const chat = visit(relay.url, { locale: 'en', routingKey: 'store-7', metadata: { page: '/' } });
  chat.start();
  expect(chat.getState().status).toBe('idle');
  expect(relay.requests).toEqual([]);

  const ack = await chat.send('hello');
  expect(ack).toMatchObject({ messageId: 'm1', seq: 1 });
  expect(shown(chat)).toEqual(['hello:sent']);
  expect(relay.requests[0]).toMatchObject({
    path: 'create/visitor-session',
    body: {
      tenant_id: 'tenant',
      widget_public_key: 'pk_test',
      origin: 'https://shop.example',
      locale: 'en',
      routing_key: 'store-7',
      metadata: { page: '/' },
    },
  });
  expect(chat.getState()).toMatchObject({
    status: 'online',
    config: { tenantName: 'Shop', theme: { accentColor: '#123456' } },
    session: { sessionId: 'vs_1', mode: 'bot' },
  });
});

test('keeps several messages in flight and their order', async () => {
  const chat = visit(relay.url);
  const acks = await Promise.all(['a', 'b', 'c', 'd'].map((text) => chat.send(text)));
  expect(acks.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(relay.messages.map(({ content }) => content)).toEqual(['a', 'b', 'c', 'd']);
});

test("stays below the relay's bucket, so that a full outbox arrives in order", async () => {
  const chat = visit(relay.url);
  const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
  const sent = texts.map((text) => chat.send(text));
  await vi.waitFor(() => expect(relay.messages).toHaveLength(16));
  await Promise.all(sent);
  expect(relay.messages.map(({ content }) => content)).toEqual(texts);
});

test('resends under the same id when the ack is lost, and shows the message once', async () => {
  relay.lostAcks = 1;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const chat = visit(relay.url);
  const sent = chat.send('once');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['once:sending']));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await sent).toMatchObject({ seq: 1 });
  const frames = relay.framesOf('msg');
  expect(frames).toHaveLength(2);
  expect(frames[0]).toEqual(frames[1]);
  expect(relay.messages).toHaveLength(1);
  expect(shown(chat)).toEqual(['once:sent']);
});

test('resends over the next socket what the lost one did not acknowledge', async () => {
  relay.lostAcks = 2;
  const chat = visit(relay.url);
  const sent = [chat.send('one'), chat.send('two')];
  await vi.waitFor(() => expect(relay.messages).toHaveLength(2));
  relay.current().socket.terminate();
  await Promise.all(sent);
  expect(relay.messages).toHaveLength(2);
  expect(shown(chat)).toEqual(['one:sent', 'two:sent']);
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
});

test('resends over the next socket what never reached the relay', async () => {
  relay.deaf = ['msg', 'msg'];
  const chat = visit(relay.url);
  const sent = [chat.send('one'), chat.send('two')];
  await vi.waitFor(() => expect(relay.framesOf('msg')).toHaveLength(2));
  expect(relay.messages).toEqual([]);
  relay.current().socket.terminate();
  await Promise.all(sent);
  expect(relay.messages.map(({ content }) => content)).toEqual(['one', 'two']);
  expect(shown(chat)).toEqual(['one:sent', 'two:sent']);
});

test('sends after a reload what was written before it', async () => {
  const device = createDevice();
  relay.answers['create/visitor-session'] = ['hang up'];
  const before = visit(relay.url, { storage: device });
  void before.send('kept').catch(() => undefined);
  await vi.waitFor(() => expect(relay.requests).toHaveLength(1));
  before.destroy();

  const after = visit(relay.url, { storage: device });
  after.start();
  await vi.waitFor(() => expect(shown(after)).toEqual(['kept:sent']));
  expect(JSON.parse(device.entries.get('crs:v1:tenant:pk_test:outbox') ?? '')).toEqual([]);
});

test('leaves to the visitor what is older than 48 hours', async () => {
  const device = createDevice();
  const stale = {
    id: 'x1',
    content: 'old',
    state: 'sending',
    createdAt: '2020-01-01T00:00:00.000Z',
  };
  device.setItem('crs:v1:tenant:pk_test:outbox', JSON.stringify([stale, null, 7, { id: 3 }]));
  const chat = visit(relay.url, { storage: device });
  chat.start();
  expect(shown(chat)).toEqual(['old:failed']);
  expect(chat.getState().messages[0]?.error).toBe('expired');
  await chat.retry('x1');
  expect(relay.framesOf('msg')).toMatchObject([{ client_msg_id: 'x1', content: 'old' }]);
});

test('holds fifty messages, and shows the next one as failed', async () => {
  const chat = visit(relay.url);
  chat.stop();
  for (let index = 0; index < 50; index += 1) void chat.send(`${index}`);
  await expect(chat.send('one too many')).rejects.toMatchObject({ code: 'outbox_full' });
  expect(shown(chat).at(-1)).toBe('one too many:failed');
  expect(shown(chat).at(-2)).toBe('49:queued');
});

test('waits as long as the relay asks after a refusal that may pass', async () => {
  relay.scripts.push((peer) => {
    peer.serve();
    peer.send({ type: 'pong' });
  });
  const chat = visit(relay.url);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  relay.deaf.push('msg');
  const sent = chat.send('again');
  await vi.waitFor(() => expect(relay.framesOf('msg')).toHaveLength(1));
  const { client_msg_id } = relay.framesOf('msg')[0] ?? { client_msg_id: '' };
  const refusal = { type: 'error', code: 'rate_limited', client_msg_id, retryable: true };
  const refusedAt = Date.now();
  relay.current().send({ ...refusal, retry_after_ms: 300 });
  await sent;
  expect(Date.now() - refusedAt).toBeGreaterThanOrEqual(290);
  expect(relay.messages).toHaveLength(1);
});

test('fails a message that the relay refuses permanently, and sends it again on retry', async () => {
  const chat = visit(relay.url);
  await chat.send('first');
  relay.deaf.push('msg');
  const sent = chat.send('bad');
  await vi.waitFor(() => expect(relay.framesOf('msg')).toHaveLength(2));
  const { client_msg_id } = relay.framesOf('msg')[1] ?? { client_msg_id: '' };
  const code = 'content_too_long';
  relay.current().send({ type: 'error', code, client_msg_id, retryable: false });
  await expect(sent).rejects.toMatchObject({ code });
  expect(shown(chat)).toEqual(['first:sent', 'bad:failed']);
  await chat.retry(client_msg_id);
  expect(shown(chat)).toEqual(['first:sent', 'bad:sent']);
});

test('does not repeat a frame that the relay closed the socket over', async () => {
  const chat = visit(relay.url);
  await chat.send('fine');
  relay.deaf.push('msg');
  const sent = chat.send('poison');
  await vi.waitFor(() => expect(relay.framesOf('msg')).toHaveLength(2));
  relay.current().close(1009);
  await expect(sent).rejects.toMatchObject({ code: 'refused' });
  // The first back-off is anything up to a second.
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'), { timeout: 5000 });
  expect(relay.framesOf('msg')).toHaveLength(2);
});

test('refuses what is blank or too long before it is stored', async () => {
  const chat = visit(relay.url);
  await expect(chat.send('  ')).rejects.toBeInstanceOf(TypeError);
  await expect(chat.send('x'.repeat(4001))).rejects.toMatchObject({ code: 'content_too_long' });
  expect(chat.getState().messages).toEqual([]);
  await expect(chat.send('😀'.repeat(4000))).resolves.toMatchObject({ seq: 1 });
});

test('lets a message that never leaves be discarded', async () => {
  const chat = visit(relay.url);
  chat.stop();
  const sent = chat.send('never mind');
  const [message] = chat.getState().messages;
  chat.discard(message?.id ?? '');
  await expect(sent).rejects.toMatchObject({ code: 'reset' });
  expect(chat.getState().messages).toEqual([]);
});
