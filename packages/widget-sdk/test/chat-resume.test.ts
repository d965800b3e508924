import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../src/index';
import { startScriptedRelay, type ScriptedRelay } from './support/scripted-relay';
import { createDevice, shown, visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});

async function online(options = {}) {
  const chat = visit(relay.url, options);
  chat.start({ open: true });
  await vi.waitFor(() => expect(chat.getState().status).toBe('online'));
  return chat;
}

test('continues where it was, and announces each missed message once', async () => {
  const chat = await online();
  const heard: string[] = [];
  chat.on('message', (message: ChatMessage) => heard.push(message.content));
  relay.say('one');
  await vi.waitFor(() => expect(heard).toEqual(['one']));
  relay.store('two');
  relay.store('three', 'agent');
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two', 'three']), 3000);
  expect(relay.current().query.get('since')).toBe('1');
  expect(shown(chat)).toEqual(['one:sent', 'two:sent', 'three:sent']);
  expect(chat.getState().unread).toBe(3);
  expect(relay.sessions).toBe(1);
});

test('lists a replayed message once, and settles its own that lost its ack', async () => {
  const chat = await online();
  relay.lostAcks = 1;
  const sent = chat.send('mine');
  await vi.waitFor(() => expect(relay.messages).toHaveLength(1));
  for (let times = 0; times < 3; times += 1) {
    relay.current().send({ type: 'msg', ...(relay.messages[0] as object) });
  }
  await expect(sent).resolves.toMatchObject({ messageId: 'm1', seq: 1 });
  expect(shown(chat)).toEqual(['mine:sent']);
});

test('keeps the id of a message from writing to storing', async () => {
  const chat = await online();
  const sent = chat.send('mine');
  const id = chat.getState().messages[0]?.id;
  await sent;
  expect(chat.getState().messages).toMatchObject([{ id, seq: 1, messageId: 'm1' }]);
});

test('asks for what is missing when a frame got lost', async () => {
  const chat = await online();
  relay.say('one');
  relay.store('lost');
  relay.say('three');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['one:sent', 'lost:sent', 'three:sent']));
  expect(relay.framesOf('sync')).toEqual([{ type: 'sync', since: 1 }]);
});

test('asks for the next page of what is missing where the last one ended', async () => {
  relay.maxSync = 2;
  const chat = await online();
  relay.say('1');
  for (let index = 2; index <= 6; index += 1) relay.store(`${index}`);
  relay.say('7');
  await vi.waitFor(() => expect(chat.getState().messages).toHaveLength(7), 3000);
  expect(relay.framesOf('sync').map(({ since }) => since)).toEqual([1, 3, 5]);
});

test('waits out the refusal of a sync, and asks again', async () => {
  relay.refusedSyncs = 1;
  const chat = await online();
  relay.store('lost');
  relay.say('two');
  const askedAt = await vi.waitUntil(() => relay.framesOf('sync').length === 1 && Date.now());
  await vi.waitFor(() => expect(shown(chat)).toEqual(['lost:sent', 'two:sent']), 3000);
  expect(Date.now() - askedAt).toBeGreaterThanOrEqual(650);
  expect(relay.framesOf('sync').map(({ since }) => since)).toEqual([0, 0]);
});

test('begins a reload with the last page of history, and pages back from there', async () => {
  const storage = createDevice();
  const before = await online({ storage });
  before.destroy();
  for (let index = 1; index <= 70; index += 1) relay.store(`${index}`);

  const chat = await online({ storage });
  expect(relay.current().query.get('since')).toBe('70');
  expect(chat.getState()).toMatchObject({ hasMoreHistory: true });
  expect(chat.getState().messages).toHaveLength(50);
  await Promise.all([chat.loadHistory(), chat.loadHistory()]);
  expect(chat.getState().messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 70 }, (_, index) => index + 1),
  );
  expect(chat.getState().hasMoreHistory).toBe(false);
  expect(relay.count('fetch/messages')).toBe(2);
  await chat.loadHistory();
  expect(relay.count('fetch/messages')).toBe(2);
});

test('turns what a truncated replay leaves out into history', async () => {
  relay.maxReplay = 3;
  const chat = await online();
  relay.say('1');
  await vi.waitFor(() => expect(shown(chat)).toEqual(['1:sent']));
  for (let index = 2; index <= 9; index += 1) relay.store(`${index}`);
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(shown(chat)).toEqual(['7:sent', '8:sent', '9:sent']), 3000);
  await chat.loadHistory();
  expect(chat.getState().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('starts over when the relay knows less than the page', async () => {
  const chat = await online();
  relay.say('one');
  relay.say('two');
  await vi.waitFor(() => expect(chat.getState().messages).toHaveLength(2));
  relay.messages.length = 0;
  relay.store('another');
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(shown(chat)).toEqual(['another:sent']), 3000);
});

test('gives the same snapshot until something changes, and a new one then', async () => {
  const chat = await online();
  const before = chat.getState();
  relay.current().send({ type: 'pong' });
  relay.current().send({ type: 'a later protocol' });
  relay.current().send({ type: 'constructor' });
  relay.current().socket.send('not json');
  relay.say('news');
  await vi.waitFor(() => expect(chat.getState()).not.toBe(before));
  const after = chat.getState();
  expect(chat.getState()).toBe(after);
  expect(before.messages).toEqual([]);
  expect(after.session).toBe(before.session);
});

test('counts as unread what others wrote after the watermark, and tells the relay', async () => {
  const chat = await online();
  const counts: number[] = [];
  chat.on('unread', (count) => counts.push(count));
  relay.say('bot');
  relay.say('joined', 'system');
  relay.say('agent', 'agent');
  await vi.waitFor(() => expect(chat.getState().unread).toBe(2));
  chat.markRead();
  chat.markRead(1);
  expect(chat.getState()).toMatchObject({ unread: 0, readSeq: 3 });
  await vi.waitFor(() => expect(relay.framesOf('read')).toEqual([{ type: 'read', seq: 3 }]));
  expect(counts).toEqual([1, 2, 0]);
});

test('shows typing and receipts of the other side', async () => {
  const chat = await online();
  relay.current().send({ type: 'typing', sender: { kind: 'agent' }, state: 'start' });
  await vi.waitFor(() => expect(chat.getState().typing).toBe('agent'));
  relay.say('done', 'agent');
  await vi.waitFor(() => expect(chat.getState().typing).toBeNull());
  relay.current().send({ type: 'receipt', kind: 'read', seq: 4 });
  relay.current().send({ type: 'receipt', kind: 'read', seq: 2 });
  relay.current().send({ type: 'receipt', kind: 'delivered', seq: 5 });
  await vi.waitFor(() => expect(chat.getState().deliveredSeq).toBe(5));
  expect(chat.getState().readByAgentSeq).toBe(4);
});

test('learns with the welcome how far an operator has read', async () => {
  relay.agentReadSeq = 3;
  const chat = await online();
  expect(chat.getState().readByAgentSeq).toBe(3);
});

test("thins out the visitor's typing, and ends it with the message", async () => {
  const chat = await online();
  for (let key = 0; key < 20; key += 1) chat.typing(true);
  await chat.send('hello');
  expect(relay.framesOf('typing').map(({ state }) => state)).toEqual(['start', 'stop']);
});

test('asks for a human until the conversation leaves the bot', async () => {
  const chat = await online();
  chat.escalate();
  await vi.waitFor(() => expect(relay.framesOf('escalate')).toHaveLength(1));
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(relay.framesOf('escalate')).toHaveLength(2), 3000);
  const conversation = { conversation_id: 'c', operator_display_name: null, queue_position: 1 };
  for (const status of ['WAITING', 'RESOLVED']) {
    relay.current().send({ type: 'status', conversation: { ...conversation, status } });
  }
  await vi.waitFor(() =>
    expect(chat.getState().conversation).toMatchObject({ status: 'RESOLVED', queuePosition: 1 }),
  );
  relay.current().socket.terminate();
  await vi.waitFor(() => expect(relay.connections).toHaveLength(3), 5000);
  await chat.send('thanks');
  expect(relay.framesOf('escalate')).toHaveLength(2);
});

test('survives a listener that throws', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const chat = visit(relay.url);
  const off = chat.subscribe(() => {
    throw new Error('the page');
  });
  await expect(chat.send('still')).resolves.toMatchObject({ seq: 1 });
  expect(logged).toHaveBeenCalled();
  off();
  logged.mockRestore();
});
