import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { FeedClient } from '../../support/feed-client';
import { generousMessageLimits } from '../../support/message-limits';
import { RawSocket } from '../../support/raw-socket';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

const PATH = '/api/v1/ws/console';
/** The message with the most bytes that is allowed. */
const LONG = '€'.repeat(4_000);

describe("hostile readers of the operators' live feed", () => {
  const test = useRelay({ env: generousMessageLimits });
  let world: World;
  let operator: WorldOperator;

  beforeAll(async () => {
    world = await createWorld(test.url);
    operator = await addOperator(test.url, world, 'Ana');
  });
  afterEach(() => void vi.restoreAllMocks());

  const hello = (token = operator.token, subs: string[] = []) => ({
    type: 'hello',
    id: 1,
    version: '2',
    auth: { headers: { authorization: `Bearer ${token}` } },
    subs,
  });

  /** A feed that sends these frames and keeps what comes back. */
  async function say(...frames: (object | string)[]) {
    const ws = new WebSocket(`${test.url.replace('http', 'ws')}${PATH}`);
    const answers: unknown[] = [];
    ws.on('message', (data) => answers.push(JSON.parse((data as Buffer).toString())));
    const closed = once(ws, 'close') as Promise<[number, Buffer]>;
    await once(ws, 'open');
    for (const frame of frames) ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    return { ws, answers, code: closed.then(([code]) => code) };
  }

  /** How many of the flood's frames have been parsed in this process, which is the relay's. */
  function countParsed(): () => number {
    const parse = vi.spyOn(JSON, 'parse');
    return () => parse.mock.calls.filter(([text]) => String(text).includes('flood')).length;
  }

  async function openFeeds(): Promise<number> {
    const text = await (await fetch(`${test.url}/metrics`)).text();
    return Number(/^relay_sockets_open\{kind="console"\} (\d+)$/m.exec(text)?.[1]);
  }

  it.each([
    [{ type: 'request', id: 1, method: 'GET', path: '/healthz' }],
    [{ type: 'message', id: 1, message: 'x' }],
    [{ type: 'sub', id: 1, path: '/inbox/1' }],
    [{ type: 'ping', id: 1 }],
    [{ type: 'reauth', id: 1, auth: { headers: { authorization: 'Bearer x' } } }],
    ['null'],
  ])('closes a feed with 1008 and no answer on %o before hello', async (frame) => {
    const { answers, code } = await say(frame);
    expect(await code).toBe(1008);
    expect(answers).toEqual([]);
  });

  it('answers a refused hello once, and closes', async () => {
    const { answers, code } = await say(hello('garbage'));
    expect(await code).toBe(1008);
    expect(answers).toMatchObject([{ type: 'hello', statusCode: 401 }]);
  });

  it('accepts no frame between a hello and its answer', async () => {
    const { answers, code } = await say(hello(), { type: 'request', id: 2, path: '/' });
    expect(await code).toBe(1008);
    expect(answers).toEqual([]);
  });

  it('closes a feed that says nothing for 5 s', { timeout: 15_000 }, async () => {
    const openedAt = performance.now();
    const { answers, code } = await say();
    expect(await code).toBe(1008);
    expect(performance.now() - openedAt).toBeGreaterThan(4_900);
    expect(answers).toEqual([]);
  });

  it('ends a stranger who floods and reads nothing after one frame', async () => {
    const parsed = countParsed();
    const strangers = await Promise.all(
      Array.from({ length: 20 }, () => RawSocket.open(test.url, PATH)),
    );
    const startedAt = performance.now();
    for (const stranger of strangers) stranger.stopReading();
    await Promise.all(
      strangers.map((stranger) => stranger.flood({ type: 'request', id: 'flood', path: '/' })),
    );
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(parsed()).toBeLessThanOrEqual(strangers.length);
    await expect.poll(openFeeds).toBe(0);
  });

  it('ends an operator who floods and reads nothing, after a burst of 60 frames', async () => {
    const flooder = await RawSocket.open(test.url, PATH);
    flooder.send(hello());
    await flooder.receive();
    flooder.stopReading();
    const parsed = countParsed();
    await flooder.flood({ type: 'request', id: 'flood', path: '/' });
    expect(parsed()).toBeLessThanOrEqual(65);
    await expect.poll(openFeeds).toBe(0);
  });

  it('answers 60 frames of a burst and then closes the feed with 4429', async () => {
    const { ws, answers, code } = await say(hello());
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    for (let id = 2; id < 102; id++) ws.send(JSON.stringify({ type: 'request', id, path: '/' }));
    expect(await code).toBe(4429);
    expect(answers.length).toBeGreaterThanOrEqual(60);
    expect(answers.length).toBeLessThan(66);
  });

  it('counts a feed’s WebSocket pings as frames', async () => {
    const flooder = await RawSocket.open(test.url, PATH);
    flooder.send(hello());
    await flooder.receive();
    for (let count = 0; count < 100; count++) flooder.ping();
    await flooder.closed;
    // The last bytes are the close frame, which ends with the reason.
    expect(flooder.received.includes(Buffer.from('too many frames'))).toBe(true);
  });

  it('refuses the 51st feed of an account with 4429', async () => {
    const busy = await addOperator(test.url, world, 'Bea');
    const feeds = await Promise.all(
      Array.from({ length: 50 }, () => FeedClient.open(test.url, busy.token)),
    );
    const { answers, code } = await say(hello(busy.token));
    expect(await code).toBe(4429);
    expect(answers).toMatchObject([{ type: 'hello', statusCode: 429 }]);
    await feeds[0]?.close();
    await expect.poll(openFeeds).toBe(49);
    const freed = await FeedClient.open(test.url, busy.token);
    await Promise.all([freed, ...feeds].map((feed) => feed.close()));
  });

  it(
    'cuts a stalled operator whose pushes pile up, and keeps no other waiting',
    { timeout: 30_000 },
    async () => {
      const visitor = await createVisitor(test.url, world, { mode: 'human' });
      const socket = await VisitorSocket.open(test.url, visitor.token);
      await socket.say('m1', 'Bonjour');
      const { conversation } = await socket.next('status');
      const path = `/conversations/${conversation.conversation_id}`;
      const stalled = await RawSocket.open(test.url, PATH);
      stalled.send(hello(operator.token, [path]));
      await stalled.receive();
      stalled.stopReading();
      const feed = await FeedClient.open(test.url, operator.token, [path]);
      expect(await openFeeds()).toBe(2);
      // The kernel's buffers of two sockets fill up before the relay has unsent bytes.
      for (let wave = 0; wave < 40 && (await openFeeds()) === 2; wave++) {
        const acks = await Promise.all(
          Array.from({ length: 80 }, (_, index) => socket.say(`w${wave}-${index}`, LONG)),
        );
        const last = Math.max(...acks.map(({ seq }) => seq));
        await feed.next(({ last_seq }) => last_seq === last, 2_000);
      }
      expect(await openFeeds()).toBe(1);
      stalled.destroy();
      socket.close();
      await feed.close();
    },
  );

  it('refuses an upgrade while 500 feeds have not said hello', { timeout: 20_000 }, async () => {
    const strangers = await Promise.all(
      Array.from({ length: 500 }, () => RawSocket.open(test.url, PATH)),
    );
    await expect(RawSocket.open(test.url, PATH)).rejects.toThrow('503');
    await Promise.all(strangers.map(({ closed }) => closed));
    const feed = await FeedClient.open(test.url, operator.token);
    await feed.close();
  });
});
