import { createClient } from 'redis';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import type { BusHealth } from '../../src/conversations/live/bus-watch';
import { createNodeRegister } from '../../src/conversations/live/node-register';
import { connectRedisBus, type RedisBus } from '../../src/conversations/live/redis-bus';
import { systemClock } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import { createLog } from '../../src/platform/log';
import type { Database } from '../../src/platform/storage/database';
import { createCounter } from '../../src/platform/rate-limits/shared-counter';
import { apiOf } from '../support/api';
import {
  createTestDatabase,
  openTestDatabase,
  quietLog,
  type TestDatabaseAddress,
} from '../support/database';
import { createTestRedis, type TestRedis } from '../support/redis-server';
import { startRelay, type TestRelay } from '../support/relay';
import { startSwitchProxy, type SwitchProxy } from '../support/switch-proxy';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';

const NOTICED = { timeout: 5_000, interval: 50 };
const BACK = { timeout: 10_000, interval: 50 };

/** `onTestFinished` of one of several concurrent tests. */
type AtEnd = (work: () => Promise<void>) => void;

/** Sends a command to a Redis. */
async function tell({ url }: Pick<TestRedis, 'url'>, ...command: string[]): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  await client.sendCommand(command);
  client.destroy();
}
const follow = (replica: TestRedis, main: TestRedis) =>
  tell(replica, 'REPLICAOF', '127.0.0.1', `${main.port}`);

describe.concurrent('two nodes after a failover of Redis', () => {
  let redis: [TestRedis, TestRedis];
  let ways: [SwitchProxy, SwitchProxy];
  let database: TestDatabaseAddress;
  let nodes: [TestRelay, TestRelay];
  let world: World;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    redis = await Promise.all([createTestRedis(), createTestRedis()]);
    await follow(redis[1], redis[0]);
    const [main] = redis;
    ways = [await startSwitchProxy(main.url), await startSwitchProxy(main.url)];
    database = await createTestDatabase();
    const log = createLog(
      { level: 'info', isReadable: false },
      { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const start = ({ url }: SwitchProxy) => startRelay({ database, log, env: { REDIS_URL: url } });
    nodes = [await start(ways[0]), await start(ways[1])];
    world = await createWorld(nodes[0].url);
  }, 60_000);
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop();
    for (const part of [...(ways ?? []), ...(redis ?? [])]) await part.stop();
    await database?.drop();
  });

  const readyz = async ({ url }: TestRelay) => {
    const response = await fetch(`${url}/readyz`);
    return `${response.status} ${((await response.json()) as { redis: string }).redis}`;
  };
  const all = () => Promise.all(nodes.map(readyz));

  it('read the database while one of them is left on the demoted server, and recover', async ({
    expect,
  }) => {
    const [a, b] = nodes;
    const operator = await addOperator(a.url, world, 'Ana');
    const api = apiOf(a.url, operator.token);
    const visitor = await createVisitor(b.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(b.url, visitor.token);
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    await api.post('/console/claim/conversation', { conversation_id });
    /** Time in ms from sending an operator's reply on node A until a visitor on node B has it. */
    const answer = async (id: string): Promise<number> => {
      const sentAt = performance.now();
      const sent = await api.post<{ message: { seq: number } }>('/console/send/message', {
        conversation_id,
        client_msg_id: id,
        content: 'I am looking.',
      });
      await socket.next('msg', (frame) => frame.seq === sent.data.message.seq);
      return performance.now() - sentAt;
    };
    await expect.poll(all, BACK).toEqual(['200 ok', '200 ok']);

    // The replica is promoted and node B is led to it. Node A keeps its connection to the old primary, which now
    // follows.
    const [demoted, promoted] = redis;
    await tell(promoted, 'REPLICAOF', 'NO', 'ONE');
    await follow(demoted, promoted);
    ways[1].leadTo(promoted.url);
    ways[1].cut();
    expect(await answer('a1')).toBeLessThan(5_000);
    await expect.poll(all, NOTICED).toEqual(['200 degraded', '200 degraded']);
    expect(await answer('a2')).toBeLessThan(2_000);
    const metrics = await (await fetch(`${a.url}/metrics`)).text();
    expect(metrics).toContain('relay_redis{health="degraded"} 1');
    await expect
      .poll(() => lines.filter(({ event }) => event === 'redis.degraded').length, NOTICED)
      .toBe(2);

    ways[0].leadTo(promoted.url);
    await expect.poll(all, BACK).toEqual(['200 ok', '200 ok']);
    // Faster than the interval at which the database is polled, so the notice came over Redis.
    expect(await answer('a3')).toBeLessThan(400);
    socket.close();
  }, 40_000);
});

describe.concurrent('the buses of two nodes', () => {
  let database: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, close } = await openTestDatabase());
  });
  afterAll(() => close?.());

  /** Connects two nodes, which know only each other, to these Redis addresses. */
  async function connectTwo(
    urls: readonly [string, string],
    atEnd: AtEnd,
  ): Promise<[RedisBus, RedisBus]> {
    const ids = [newId(), newId()] as const;
    const register = createNodeRegister(database, systemClock);
    const ofTwo = {
      ...register,
      others: async (nodeId: string) =>
        (await register.others(nodeId)).filter(({ node_id }) => ids.includes(node_id)),
    };
    const connect = (n: 0 | 1) => connectRedisBus(urls[n], ids[n], quietLog, ofTwo);
    const buses: [RedisBus, RedisBus] = [await connect(0), await connect(1)];
    atEnd(async () => {
      for (const bus of buses) await bus.close();
    });
    return buses;
  }
  async function newRedis(atEnd: AtEnd): Promise<TestRedis> {
    const made = await createTestRedis();
    atEnd(() => made.stop());
    return made;
  }
  const health = (buses: readonly RedisBus[]) => () => buses.map((bus) => bus.health());

  /** Connects two nodes to one working Redis. */
  async function connectWell(atEnd: AtEnd) {
    const redis = await newRedis(atEnd);
    const buses = await connectTwo([redis.url, redis.url], atEnd);
    await vi.waitUntil(() => buses.every((bus) => bus.health() === 'ok'), BACK);
    return { redis, buses };
  }

  it('notice that they use two servers', async ({ expect, onTestFinished }) => {
    const servers = await Promise.all([newRedis(onTestFinished), newRedis(onTestFinished)]);
    const buses = await connectTwo([servers[0].url, servers[1].url], onTestFinished);
    await expect.poll(health(buses), NOTICED).toEqual(['degraded', 'degraded']);
    // Meanwhile each node counts alone, up to half of the limit.
    const counters = buses.map((bus) => createCounter('a_limit', 4, 60, bus));
    for (const counter of counters) {
      await counter.consume('someone');
      await counter.consume('someone');
      await expect(counter.consume('someone')).rejects.toMatchObject({ consumedPoints: 3 });
    }
  });

  it('notice two servers by their beats where no question is allowed', async ({
    expect,
    onTestFinished,
  }) => {
    const servers = await Promise.all([newRedis(onTestFinished), newRedis(onTestFinished)]);
    const limited = ['on', '>x', '&chat-relay:*', '-@all', '+@connection', '+@pubsub', '+eval'];
    for (const server of servers) await tell(server, 'ACL', 'SETUSER', 'limited', ...limited);
    const [first, second] = servers.map(({ url }) => url.replace('//', '//limited:x@'));
    const buses = await connectTwo([first ?? '', second ?? ''], onTestFinished);
    await expect.poll(health(buses), NOTICED).toEqual(['degraded', 'degraded']);
  });

  it.for<[string, BusHealth, string[], string[]]>([
    ['has no memory left', 'degraded', ['CONFIG SET maxmemory 1'], ['CONFIG SET maxmemory 0']],
    ['follows another server', 'degraded', ['REPLICAOF 127.0.0.1 1'], ['REPLICAOF NO ONE']],
    [
      'refuses its channels',
      'degraded',
      ['ACL SETUSER default resetchannels &chat-relay:heartbeats:* &chat-relay:beats'],
      ['ACL SETUSER default allchannels'],
    ],
    ['is paused', 'away', ['CLIENT PAUSE 4000 ALL'], []],
    ['holds writes back', 'away', ['CLIENT PAUSE 60000 WRITE'], ['CLIENT UNPAUSE']],
  ])(
    'notice a Redis that %s, and that it carries again',
    async ([, seen, commands, undo], { expect, onTestFinished }) => {
      const { redis, buses } = await connectWell(onTestFinished);
      for (const command of commands) await tell(redis, ...command.split(' '));
      for (const bus of buses) bus.send('session:s1', '{}');
      await expect.poll(health(buses), NOTICED).toEqual([seen, seen]);
      for (const command of undo) await tell(redis, ...command.split(' '));
      await expect.poll(health(buses), { ...BACK, timeout: 15_000 }).toEqual(['ok', 'ok']);
    },
  );

  it('notice that one of them can not reach Redis', async ({ expect, onTestFinished }) => {
    const redis = await newRedis(onTestFinished);
    const way = await startSwitchProxy(redis.url);
    onTestFinished(way.stop);
    const buses = await connectTwo([redis.url, way.url], onTestFinished);
    await expect.poll(health(buses), BACK).toEqual(['ok', 'ok']);
    way.leadTo('redis://127.0.0.1:1');
    way.cut();
    await expect.poll(health(buses), NOTICED).toEqual(['degraded', 'away']);
    way.leadTo(redis.url);
    await expect.poll(health(buses), BACK).toEqual(['ok', 'ok']);
  });
});
