import { afterAll, describe, expect, it, vi } from 'vitest';
import { startBotBackend, type BotBackend, type ReceivedEvent } from '../support/bot-backend';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';

const running = useRelay();
const closing: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Starts a tenant whose backend is its bot, and connects a visitor. */
async function stage(
  answer: (event: ReceivedEvent) => unknown,
  replyTimeoutS = 300,
): Promise<{ world: World; backend: BotBackend; socket: VisitorSocket }> {
  const backend = await startBotBackend((event) =>
    event.event === 'message-received' ? answer(event) : { received: true },
  );
  const world = await createWorld(running.url, {
    bot: { kind: 'tenant', reply_timeout_s: replyTimeoutS },
    callback_url_base: backend.url,
  });
  const visitor = await createVisitor(running.url, world, { locale: 'en' });
  const socket = await VisitorSocket.open(running.url, visitor.token);
  closing.push(backend.close, () => socket.close());
  return { world, backend, socket };
}

const withActions = (...actions: object[]) => ({ received: true, actions });
const said = (socket: VisitorSocket, kind: string): string[] =>
  socket.frames.flatMap((frame) =>
    frame.type === 'msg' && frame.sender.kind === kind ? [frame.content] : [],
  );

describe("a tenant's bot", () => {
  it("sends the reply in a tenant bot's answer to message-received", async () => {
    const { socket } = await stage(({ message }) =>
      withActions(
        { type: 'typing', state: 'start' },
        { type: 'reply', content: `You said: ${message.content}` },
        { type: 'reply', content: 'Anything else?' },
      ),
    );
    await socket.say('m1', 'Hello');
    await socket.next('msg', ({ content }) => content === 'Anything else?');
    expect(said(socket, 'bot')).toEqual(['You said: Hello', 'Anything else?']);
    expect(await socket.next('typing')).toMatchObject({ sender: { kind: 'bot' }, state: 'start' });
  });

  it("lets a tenant's bot escalate and resolve", async () => {
    const { socket } = await stage(({ message }) =>
      withActions(
        message.content === 'bye'
          ? { type: 'resolve' }
          : { type: 'escalate', reason: 'low_confidence' },
      ),
    );
    await socket.say('m1', 'bye');
    await socket.next('status', ({ conversation }) => conversation?.status === 'RESOLVED');
    await socket.say('m2', 'help');
    await socket.next('status', ({ conversation }) => conversation?.status === 'WAITING');
  });

  it("ignores a tenant's bot after it has handed over", async () => {
    const { socket } = await stage(() =>
      withActions({ type: 'escalate' }, { type: 'reply', content: 'One more thing' }),
    );
    await socket.say('m1', 'help');
    await socket.next('status', ({ conversation }) => conversation?.status === 'WAITING');
    await socket.say('m2', 'anybody?');
    expect(said(socket, 'bot')).toEqual([]);
  });

  it("reports messages for a human to a tenant's bot and ignores its replies", async () => {
    const { world, backend, socket } = await stage(({ owner }) =>
      owner === 'human'
        ? withActions({ type: 'reply', content: 'Me again!' }, { type: 'resolve' })
        : { received: true },
    );
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    const operator = await addOperator(running.url, world, 'Otto');
    const body = { conversation_id: conversation?.conversation_id };
    expect((await operator.api.post('/console/claim/conversation', body)).status).toBe(200);
    await socket.say('m2', 'Hello, Otto');
    await vi.waitFor(() => expect(backend.received.map(({ owner }) => owner)).toContain('human'));
    await socket.say('m3', 'Are you there?');
    // The third event is delivered only after the answer to the second was handled.
    await vi.waitFor(
      () => expect(backend.received.filter(({ owner }) => owner === 'human')).toHaveLength(2),
      5000,
    );
    expect(said(socket, 'bot')).toEqual([]);
  });

  // Concurrent, because each case waits for the reply timeout.
  it.concurrent.each([
    ['does not answer', () => ({ received: true })],
    ['fails', () => 500],
    [
      'answers too much',
      () => JSON.stringify(withActions({ type: 'reply', content: 'x'.repeat(70_000) })),
    ],
  ])(
    "hands over to a human when a tenant's bot %s in time",
    async (_what, answer) => {
      const { socket } = await stage(answer, 5);
      await socket.say('m1', 'Hello');
      await socket.next('status', ({ conversation }) => conversation?.status === 'WAITING');
      expect(said(socket, 'system').length).toBeGreaterThan(0);
      expect(said(socket, 'bot')).toEqual([]);
    },
    15_000,
  );
});
