import { afterAll, describe, expect, it, vi } from 'vitest';
import { startStreamingBackend, type StreamingBackend } from '../support/streaming-backend';
import { FeedClient } from '../support/feed-client';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';

const running = useRelay();
const closing: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

interface Stage {
  world: World;
  backend: StreamingBackend;
  token: string;
  socket: VisitorSocket;
}

async function stage(replyTimeoutS = 300): Promise<Stage> {
  const backend = await startStreamingBackend();
  const world = await createWorld(running.url, {
    bot: { kind: 'tenant', reply_timeout_s: replyTimeoutS },
    callback_url_base: backend.url,
  });
  const { token } = await createVisitor(running.url, world, { locale: 'en' });
  const socket = await VisitorSocket.open(running.url, token);
  closing.push(backend.close, () => socket.close());
  return { world, backend, token, socket };
}

const delta = (text: string) => ({ type: 'delta', text });
const kinds = (socket: VisitorSocket): string[] => socket.frames.map(({ type }) => type);
const drafts = (socket: VisitorSocket): string =>
  socket.frames.map((frame) => (frame.type === 'draft' ? frame.text : '')).join('');
const said = (socket: VisitorSocket): string[] =>
  socket.frames.flatMap((frame) =>
    frame.type === 'msg' && frame.sender.kind === 'bot' ? [frame.content] : [],
  );

describe("a tenant's bot that streams its answer", () => {
  it('shows the answer while it is being written, then sends the message', async () => {
    const { backend, socket } = await stage();
    await socket.say('m1', 'Where is my parcel?');
    const reply = await backend.next();
    expect(reply.accept).toContain('application/x-ndjson');
    reply.line(delta('Your parcel '));
    const first = await socket.next('draft');
    expect(first).toEqual({
      type: 'draft',
      stream_id: expect.any(String) as string,
      at: 0,
      text: 'Your parcel ',
    });
    reply.line(delta('arrives '));
    reply.line(delta('on Thursday 📦.'));
    await vi.waitFor(() => expect(drafts(socket)).toBe('Your parcel arrives on Thursday 📦.'));
    reply.line({ type: 'reply' });
    reply.end();
    const message = await socket.next('msg', ({ sender }) => sender.kind === 'bot');
    expect(message).toMatchObject({
      content: 'Your parcel arrives on Thursday 📦.',
      stream_id: first.stream_id,
    });
    const end = socket.frames.findIndex(({ type }) => type === 'draft_end');
    expect(socket.frames[end]).toEqual({
      type: 'draft_end',
      stream_id: first.stream_id,
      outcome: 'message',
    });
    expect(socket.frames[end + 1]).toMatchObject({ type: 'msg', stream_id: first.stream_id });
  });

  it('counts code points before each draft, and sends them at a calm pace', async () => {
    const { backend, socket } = await stage();
    await socket.say('m1', 'Hello');
    const reply = await backend.next();
    // An emoji in two deltas.
    reply.line(delta('a\ud83c'));
    reply.line(delta('\udf89b'));
    for (let n = 0; n < 60; n++) reply.line(delta(`${n % 10}`));
    reply.line({ type: 'reply', content: 'Something shorter.' });
    reply.end();
    await socket.next('msg', ({ sender }) => sender.kind === 'bot');
    let length = 0;
    for (const frame of socket.frames) {
      if (frame.type !== 'draft') continue;
      expect(frame.at).toBe(length);
      length += Array.from(frame.text).length;
    }
    expect(drafts(socket).startsWith('a🎉b')).toBe(true);
    expect(kinds(socket).filter((type) => type === 'draft').length).toBeLessThan(10);
    expect(said(socket)).toEqual(['Something shorter.']);
  });

  it('gives a tab that joins what has been written so far', async () => {
    const { backend, token, socket } = await stage();
    await socket.say('m1', 'Hello');
    const reply = await backend.next();
    reply.line(delta('One moment'));
    await socket.next('draft');
    const joining = await VisitorSocket.open(running.url, token);
    closing.push(() => joining.close());
    expect(await joining.next('welcome')).toMatchObject({ draft: { text: 'One moment' } });
    reply.line(delta(', please'));
    expect(await joining.next('draft')).toMatchObject({ at: 10, text: ', please' });
    reply.line({ type: 'reply' });
    reply.end();
    expect(await joining.next('draft_end')).toMatchObject({ outcome: 'message' });
    await joining.next('msg', ({ sender }) => sender.kind === 'bot');
    const later = await VisitorSocket.open(running.url, token, { since: 0 });
    closing.push(() => later.close());
    expect(await later.next('welcome')).toMatchObject({ draft: null });
    const replayed = await later.next('msg', ({ sender }) => sender.kind === 'bot');
    expect(replayed).not.toHaveProperty('stream_id');
  });

  it('discards the draft on every tab within a second of a claim, and stops reading', async () => {
    const { world, backend, token, socket } = await stage();
    const tabs = [socket, await VisitorSocket.open(running.url, token)];
    closing.push(() => tabs[1]?.close());
    await socket.say('m1', 'Hello');
    const reply = await backend.next();
    reply.line(delta('I think that'));
    await Promise.all(tabs.map((tab) => tab.next('draft')));
    const operator = await addOperator(running.url, world, 'Otto');
    const { conversation } = await (await VisitorSocket.open(running.url, token)).next('welcome');
    const claimedAt = performance.now();
    const claimed = operator.api.post('/console/claim/conversation', {
      conversation_id: conversation?.conversation_id,
    });
    const ends = await Promise.all(tabs.map((tab) => tab.next('draft_end')));
    const tookMs = performance.now() - claimedAt;
    expect((await claimed).status).toBe(200);
    expect(ends.map(({ outcome }) => outcome)).toEqual(['discarded', 'discarded']);
    expect(tookMs).toBeLessThan(1_000);
    reply.line(delta(' the bot still talks'));
    reply.line({ type: 'reply' });
    await reply.closed;
    expect(drafts(socket)).toBe('I think that');
    expect(said(socket)).toEqual([]);
  });

  it('discards the draft when the visitor writes again, and answers the new message', async () => {
    const { backend, socket } = await stage();
    await socket.say('m1', 'Hello');
    const first = await backend.next();
    first.line(delta('Dear visitor'));
    await socket.next('draft');
    await socket.say('m2', 'And another thing');
    expect(await socket.next('draft_end')).toMatchObject({ outcome: 'discarded' });
    await first.closed;
    const second = await backend.next();
    second.line(delta('Both: '));
    second.line({ type: 'reply', content: 'Both answered.' });
    second.end();
    await socket.next('msg', ({ content }) => content === 'Both answered.');
    expect(said(socket)).toEqual(['Both answered.']);
  });

  // At once: each waits for the end of its time.
  it.concurrent.each<[string, (reply: Awaited<ReturnType<StreamingBackend['next']>>) => void]>([
    ['breaks off', (reply) => reply.breakOff()],
    ['ends without a reply', (reply) => reply.end()],
    ['writes too much', (reply) => reply.line(delta('x'.repeat(4_001)))],
    ['sends lines without end', (reply) => reply.raw(`${'x'.repeat(70_000)}`)],
  ])(
    'says nothing of an answer that %s, and hands over in time',
    async (_what, spoil) => {
      const { backend, socket } = await stage(5);
      await socket.say('m1', 'Hello');
      const reply = await backend.next();
      reply.line(delta('Half of an'));
      await socket.next('draft');
      spoil(reply);
      expect(await socket.next('draft_end')).toMatchObject({ outcome: 'discarded' });
      await socket.next('status', ({ conversation }) => conversation?.status === 'WAITING');
      expect(said(socket)).toEqual([]);
    },
    15_000,
  );

  it('performs the actions among the lines, ignores unknown ones, and escalates', async () => {
    const { backend, socket } = await stage();
    await socket.say('m1', 'Hello');
    const reply = await backend.next();
    reply.line({ type: 'typing', state: 'start' });
    reply.line({ type: 'tool_call', name: 'x' });
    reply.raw('not json\n\n[1]\nnull\n');
    reply.line(delta('A colleague'));
    await socket.next('draft');
    reply.line({ type: 'escalate', reason: 'restricted_topic' });
    expect(await socket.next('draft_end')).toMatchObject({ outcome: 'discarded' });
    await socket.next('status', ({ conversation }) => conversation?.status === 'WAITING');
    expect(said(socket)).toEqual([]);
  });

  it('shows the draft to operators who have the conversation open', async () => {
    const { world, backend, token, socket } = await stage();
    await socket.say('m1', 'Hello');
    const reply = await backend.next();
    const operator = await addOperator(running.url, world, 'Ona');
    const { conversation } = await (await VisitorSocket.open(running.url, token)).next('welcome');
    const id = conversation?.conversation_id ?? '';
    const feed = await FeedClient.open(running.url, operator.token);
    closing.push(() => feed.close());
    await feed.subscribe(`/conversations/${id}`);
    reply.line(delta('Almost there'));
    expect(await feed.next(({ type }) => type === 'draft')).toEqual({
      type: 'draft',
      conversation_id: id,
      stream_id: expect.any(String) as string,
      at: 0,
      text: 'Almost there',
    });
    reply.line({ type: 'reply' });
    expect(await feed.next(({ type }) => type === 'draft_end')).toMatchObject({
      conversation_id: id,
      outcome: 'message',
    });
  });
});
