import { beforeEach, expect, test, vi } from 'vitest';
import { startScriptedRelay, type Peer, type ScriptedRelay } from './support/scripted-relay';
import { visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});

async function online() {
  const chat = visit(relay.url);
  await chat.send('hello');
  const [peer] = relay.connections as [Peer];
  peer.send({ type: 'msg', ...relay.store('to another customer', 'agent', 'Ana') });
  await vi.waitFor(() => expect(chat.getState().messages).toHaveLength(2));
  const contents = () => chat.getState().messages.map(({ content }) => content);
  return { chat, peer, contents };
}

test('drops what a removed message said, and keeps its place', async () => {
  const { chat, peer, contents } = await online();
  expect(chat.getState().unread).toBe(1);
  peer.send({ type: 'removed', message_id: 'm2', seq: 2 });
  await vi.waitFor(() => expect(contents()).toEqual(['hello', '']));
  const [, message] = chat.getState().messages;
  expect(message).toMatchObject({
    seq: 2,
    state: 'sent',
    removed: true,
    sources: [],
    attachments: [],
  });
  expect(message?.sender).toEqual({ kind: 'agent', displayName: 'Ana' });
  expect(chat.getState().unread).toBe(0);
  peer.send({ type: 'removed', message_id: 'm2', seq: 2 });
  peer.send({ type: 'removed', message_id: 'm9', seq: 9 });
  peer.send({ type: 'typing', sender: { kind: 'bot' }, state: 'start' });
  await vi.waitFor(() => expect(chat.getState().typing).toBe('bot'));
  expect(contents()).toEqual(['hello', '']);
});

test('learns from the welcome what was removed while it was offline', async () => {
  const { chat, peer, contents } = await online();
  relay.removed = [2];
  peer.close(1012);
  await vi.waitFor(() => expect(relay.connections).toHaveLength(2), 10_000);
  await vi.waitFor(() => expect(contents()).toEqual(['hello', '']));
  expect(chat.getState().status).toBe('online');
});

test('announces no message that was removed before it came', async () => {
  const { chat, peer, contents } = await online();
  const heard: string[] = [];
  chat.on('message', ({ content }) => heard.push(content));
  peer.send({ type: 'msg', ...relay.store('', 'agent'), removed: true });
  peer.send({ type: 'msg', ...relay.store('sorry', 'agent') });
  await vi.waitFor(() => expect(contents()).toEqual(['hello', 'to another customer', '', 'sorry']));
  expect(heard).toEqual(['sorry']);
});

test('shows nothing of its own message that was removed before its ack came', async () => {
  const { chat, peer, contents } = await online();
  relay.deaf.push('msg');
  const sent = chat.send('my card is 4970');
  await vi.waitFor(() => expect(contents()).toContain('my card is 4970'));
  const id = chat.getState().messages.at(-1)?.id;
  const ack = { message_id: 'm3', seq: 3, created_at: new Date().toISOString() };
  peer.send({ type: 'ack', client_msg_id: id, ...ack, duplicate: true, removed: true });
  await sent;
  expect(contents()).toEqual(['hello', 'to another customer', '']);
});
