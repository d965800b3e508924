import { beforeEach, expect, test, vi } from 'vitest';
import { startScriptedRelay, type Peer, type ScriptedRelay } from './support/scripted-relay';
import { visit } from './support/visitor';

let relay: ScriptedRelay;
beforeEach(async () => {
  relay = await startScriptedRelay();
});

const draft = (at: number, text: string, id = 's1') => ({ type: 'draft', stream_id: id, at, text });
const end = (outcome: string) => ({ type: 'draft_end', stream_id: 's1', outcome });

async function online() {
  const chat = visit(relay.url);
  await chat.send('hello');
  const [peer] = relay.connections as [Peer];
  const sync = () => chat.getState().draft?.text ?? null;
  return { chat, peer, sync };
}

test('shows a draft piece by piece, and the message in its place', async () => {
  const { chat, peer, sync } = await online();
  const drafts: (string | null)[] = [];
  chat.subscribe(() => drafts.push(sync()));
  peer.send(draft(0, 'On '));
  peer.send(draft(3, 'Thursday 📦'));
  peer.send(draft(13, '.'));
  await vi.waitFor(() => expect(sync()).toBe('On Thursday 📦.'));
  expect(chat.getState().draft?.id).toBe('s1');
  peer.send(end('message'));
  peer.send({
    type: 'msg',
    message_id: 'b1',
    seq: 2,
    sender: { kind: 'bot' },
    content: 'On Thursday 📦.',
    created_at: new Date().toISOString(),
    stream_id: 's1',
  });
  await vi.waitFor(() => expect(chat.getState().messages).toHaveLength(2));
  expect(sync()).toBeNull();
  // It stayed until the message was there.
  expect(drafts.filter((text, n) => text !== drafts[n - 1])).toEqual([
    'On ',
    'On Thursday 📦',
    'On Thursday 📦.',
    null,
  ]);
});

test('takes a discarded draft back, and drops one with a missing piece', async () => {
  const { peer, sync } = await online();
  peer.send(draft(0, 'I think'));
  await vi.waitFor(() => expect(sync()).toBe('I think'));
  peer.send(end('discarded'));
  await vi.waitFor(() => expect(sync()).toBeNull());
  peer.send(draft(0, 'Once', 's2'));
  await vi.waitFor(() => expect(sync()).toBe('Once'));
  peer.send(draft(9, 'later', 's2'));
  await vi.waitFor(() => expect(sync()).toBeNull());
  peer.send(draft(14, 'still', 's2'));
  peer.send(draft(0, 'Next', 's3'));
  await vi.waitFor(() => expect(sync()).toBe('Next'));
});

test('shows the draft of the welcome, and forgets it with the socket', async () => {
  const { peer, sync } = await online();
  peer.send(draft(0, 'Before'));
  await vi.waitFor(() => expect(sync()).toBe('Before'));
  relay.draft = { stream_id: 's1', text: 'Before and' };
  peer.close(1012);
  await vi.waitFor(() => expect(sync()).toBeNull());
  await vi.waitFor(() => expect(sync()).toBe('Before and'), 10_000);
  relay.connections.at(-1)?.send(draft(10, ' after'));
  await vi.waitFor(() => expect(sync()).toBe('Before and after'));
});
