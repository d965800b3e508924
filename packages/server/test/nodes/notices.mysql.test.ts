import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectRedisBus } from '../../src/conversations/live/redis-bus';
import { newId } from '../../src/platform/ids';
import { apiOf } from '../support/api';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { FeedClient } from '../support/feed-client';
import { createTestRedis, type TestRedis } from '../support/redis-server';
import { startRelay, type TestRelay } from '../support/relay';
import { startSlowSubscriptions, type SlowSubscriptions } from '../support/slow-subscriptions';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';

const DELIVERY_MS = 2_000;
/** Long enough to commit a message, and shorter than the silence that counts as an outage. */
const SUBSCRIBING_MS = 600;
const HEALTHY = { timeout: 10_000, interval: 50 };

describe('notices between three nodes', () => {
  let redis: TestRedis;
  let path: SlowSubscriptions;
  let database: TestDatabaseAddress;
  let nodes: TestRelay[];
  let a: TestRelay;
  /** Reaches Redis over a proxy that can delay subscriptions. */
  let b: TestRelay;
  let c: TestRelay;
  let world: World;

  beforeAll(async () => {
    [redis, database] = await Promise.all([createTestRedis(), createTestDatabase()]);
    path = await startSlowSubscriptions(redis.url);
    a = await startRelay({ database, env: { REDIS_URL: redis.url } });
    b = await startRelay({ database, env: { REDIS_URL: path.url } });
    c = await startRelay({ database, env: { REDIS_URL: redis.url } });
    nodes = [a, b, c];
    world = await createWorld(a.url);
    await calm();
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await path.stop();
    await Promise.all([redis.stop(), database.drop()]);
  });

  /** Waits until no node polls the database for changes any more. */
  async function calm(): Promise<void> {
    for (const { url } of nodes) {
      await vi.waitFor(async () => {
        const answer = await fetch(`${url}/readyz`);
        expect(await answer.json()).toMatchObject({ redis: 'ok' });
      }, HEALTHY);
    }
    await new Promise((resolve) => setTimeout(resolve, 6_000));
  }

  async function noticesOf({ url }: TestRelay): Promise<Record<string, number>> {
    const text = await (await fetch(`${url}/metrics`)).text();
    const counted = text.matchAll(/^relay_notices_total\{what="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...counted].map(([, what, count]) => [what, Number(count)]));
  }

  async function within<T>(ms: number, work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work;
    expect(performance.now() - startedAt).toBeLessThan(ms);
    return result;
  }

  it('parses nothing on a node where no one follows the conversation', async () => {
    const { token } = await createVisitor(a.url, world);
    const socket = await VisitorSocket.open(a.url, token);
    const tab = await VisitorSocket.open(b.url, token);
    const before = await Promise.all(nodes.map(noticesOf));
    for (let n = 1; n <= 20; n++) await socket.say(`m${n}`, 'Bonjour');
    await tab.next('msg', ({ seq }) => seq === 20);
    const after = await Promise.all(nodes.map(noticesOf));
    const more = (node: number, what: string) =>
      (after[node]?.[what] ?? 0) - (before[node]?.[what] ?? 0);
    expect(more(1, 'received')).toBeGreaterThanOrEqual(20);
    expect([more(2, 'received'), more(2, 'dropped')]).toEqual([0, 0]);
    socket.close();
    tab.close();
  });

  it('parses no message on a node where visitors wait in the queue', async () => {
    const other = await createWorld(a.url);
    const visitors = await Promise.all(
      [1, 2].map(() => createVisitor(a.url, other, { mode: 'human' })),
    );
    const [writer, waits] = await Promise.all(
      visitors.map(({ token }, node) => VisitorSocket.open([a, c][node]?.url ?? '', token)),
    );
    await writer?.say('m1', 'Bonjour');
    await waits?.say('m1', 'Bonjour');
    await waits?.next('status', ({ conversation: { queue_position } }) => queue_position === 2);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = await noticesOf(c);
    for (let n = 2; n <= 20; n++) await writer?.say(`m${n}`, 'Vous êtes là ?');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await noticesOf(c))['received']).toBe(before['received']);
    writer?.close();
    waits?.close();
  });

  it('gives tabs on three nodes and an operator on the third every message once, in order', async () => {
    const { token } = await createVisitor(a.url, world, { mode: 'human' });
    const tabs = await Promise.all(nodes.map(({ url }) => VisitorSocket.open(url, token)));
    const [first] = tabs as [VisitorSocket];
    await first.say('m0', 'Bonjour');
    const { conversation } = await first.next('status');
    const { conversation_id } = conversation;
    const operator = await addOperator(a.url, world, 'Ana');
    const feed = await FeedClient.open(c.url, operator.token, [
      `/inbox/${world.workspaceId}`,
      `/conversations/${conversation_id}`,
    ]);
    await Promise.all(
      tabs.flatMap((tab, node) =>
        [1, 2, 3, 4, 5].map((n) => tab.say(`n${node}m${n}`, `Message ${n}`)),
      ),
    );
    const last = Math.max(
      ...tabs.flatMap((tab) => tab.frames.flatMap((f) => (f.type === 'ack' ? [f.seq] : []))),
    );
    for (const tab of tabs) {
      const own = tab.frames.flatMap((f) => (f.type === 'ack' ? [f.seq] : []));
      await expect
        .poll(() => new Set([...own, ...tab.seqs()]).size, { timeout: DELIVERY_MS })
        .toBe(last);
      expect(tab.seqs()).toEqual([...new Set(tab.seqs())].toSorted((x, y) => x - y));
    }
    await feed.next(({ type, last_seq }) => type === 'message' && last_seq === last);
    await feed.next(({ type, conversation: row }) => {
      const { last_seq } = (row ?? {}) as { last_seq?: number };
      return type === 'conversation' && last_seq === last;
    });
    for (const tab of tabs) tab.close();
    await feed.close();
  });

  it('loses no message that is committed while a socket subscribes', async () => {
    const { token } = await createVisitor(a.url, world);
    const writer = await VisitorSocket.open(a.url, token);
    await writer.say('m1', 'Bonjour');
    path.delay(SUBSCRIBING_MS);
    const tab = new VisitorSocket(b.url, token, { since: 1 });
    await new Promise((resolve) => setTimeout(resolve, SUBSCRIBING_MS / 2));
    const { seq } = await writer.say('m2', 'Vous êtes là ?');
    await within(
      DELIVERY_MS,
      tab.next('msg', (frame) => frame.seq === seq),
    );
    path.delay(0);
    writer.close();
    tab.close();
  });

  it('loses no message after an operator has subscribed to a conversation', async () => {
    const { token } = await createVisitor(a.url, world, { mode: 'human' });
    const writer = await VisitorSocket.open(a.url, token);
    await writer.say('m1', 'Bonjour');
    const { conversation } = await writer.next('status');
    const operator = await addOperator(a.url, world, 'Bo');
    path.delay(SUBSCRIBING_MS);
    const feed = await FeedClient.open(b.url, operator.token, [
      `/conversations/${conversation.conversation_id}`,
    ]);
    const { seq } = await writer.say('m2', 'Vous êtes là ?');
    await feed.next(({ type, last_seq }) => type === 'message' && last_seq === seq, DELIVERY_MS);
    path.delay(0);
    writer.close();
    await feed.close();
  });

  it('loses no row after an operator has subscribed to an inbox', async () => {
    const other = await createWorld(a.url);
    const operator = await addOperator(a.url, other, 'Cy');
    path.delay(SUBSCRIBING_MS);
    const feed = await FeedClient.open(b.url, operator.token, [`/inbox/${other.workspaceId}`]);
    const { token } = await createVisitor(a.url, other, { mode: 'human' });
    const writer = await VisitorSocket.open(a.url, token);
    await writer.say('m1', 'Bonjour');
    await feed.next(({ type }) => type === 'conversation', DELIVERY_MS);
    path.delay(0);
    writer.close();
    await feed.close();
  });

  it("sends a visitor the queue's move that was made while their socket subscribed", async () => {
    const other = await createWorld(a.url);
    const operator = await addOperator(a.url, other, 'Di');
    const [ahead, waits] = await Promise.all(
      [1, 2].map(() => createVisitor(a.url, other, { mode: 'human' })),
    );
    const first = await VisitorSocket.open(a.url, ahead?.token ?? '');
    await first.say('m1', 'Bonjour');
    const { conversation } = await first.next('status');
    const before = await VisitorSocket.open(a.url, waits?.token ?? '');
    await before.say('m1', 'Bonjour');
    await before.next('status', ({ conversation: { queue_position } }) => queue_position === 2);
    before.close();
    path.delay(SUBSCRIBING_MS);
    const socket = await VisitorSocket.open(b.url, waits?.token ?? '');
    const { conversation_id } = conversation;
    const claimed = await apiOf(a.url, operator.token).post('/console/claim/conversation', {
      conversation_id,
    });
    expect(claimed.status).toBe(200);
    await within(
      DELIVERY_MS,
      socket.next('status', ({ conversation: { queue_position } }) => queue_position === 1),
    );
    path.delay(0);
    first.close();
    socket.close();
  });

  async function channelsOf({ url }: TestRelay): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^relay_notice_channels (\d+)$/m.exec(text)?.[1]);
  }

  it('counts as cut off long enough to be noticed when its subscriptions were lost for a moment', async () => {
    const bus = await connectRedisBus(redis.url, newId(), quietLog);
    await expect.poll(bus.isHealthy, HEALTHY).toBe(true);
    const admin = createClient({ url: redis.url });
    await admin.connect();
    await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
    await expect.poll(bus.isHealthy, { interval: 1 }).toBe(false);
    const lostAt = performance.now();
    await expect.poll(bus.isHealthy, { timeout: 5_000, interval: 10 }).toBe(true);
    // Missed changes are looked for every half second.
    expect(performance.now() - lostAt).toBeGreaterThan(500);
    admin.destroy();
    await bus.close();
  });

  it('follows the same conversations again when Redis is back', async () => {
    const { token } = await createVisitor(a.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(a.url, token);
    await socket.say('m1', 'Bonjour');
    const { conversation } = await socket.next('status');
    const operator = await addOperator(a.url, world, 'Eve');
    const feed = await FeedClient.open(c.url, operator.token, [
      `/conversations/${conversation.conversation_id}`,
    ]);
    await redis.stop();
    await redis.start();
    // Typing is never stored: only a notice can bring it.
    await expect
      .poll(
        () => {
          socket.send({ type: 'typing', state: 'start' });
          return feed.updates.some(({ type }) => type === 'typing');
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBe(true);
    socket.close();
    await feed.close();
  });

  it('ends subscriptions that no one needs any more', async () => {
    const before = await channelsOf(c);
    const visitors = await Promise.all(
      Array.from({ length: 20 }, () => createVisitor(a.url, world)),
    );
    const sockets = await Promise.all(
      visitors.map(({ token }) => VisitorSocket.open(c.url, token)),
    );
    expect(await channelsOf(c)).toBeGreaterThanOrEqual(before + 18);
    for (const socket of sockets) socket.close();
    await expect
      .poll(() => channelsOf(c), { timeout: 15_000, interval: 200 })
      .toBeLessThanOrEqual(before);
  });
});
