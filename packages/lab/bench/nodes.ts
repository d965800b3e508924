// The cost of an acked message and its callback on 1, 2 and 4 nodes that share a private MariaDB and Redis. In each run
// the same visitors are spread over the nodes and write at the same rate; the backend responds at once. With `BOT=none`
// they wait in the operators' queue. `SECONDS=2 NODES=1,2` is a quick check of this program.
//   NODES=1,2,4 RATE=200 SECONDS=20 VISITORS=120 TENANTS=4 BOT=none BENCH_RELAY=<another checkout>/packages/server/dist npm run bench -- nodes
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RowDataPacket } from 'mysql2/promise';
import { createTestRedis } from '../../server/test/support/redis-server';
import { createVisitor, createWorld, type World } from '../../server/test/support/world';
import { createPrivateMariaDb } from './database-faults/mariadb';
import { growth, readCounters, type Cluster } from './nodes/counters';
import { isLoadProcess, runLoad, serveLoad, type LoadOrder } from './support/ack-load';
import { atEnd, runToEnd, undoAll } from './support/at-end';
import {
  isSinkProcess,
  runSink,
  startCallbackSink,
  type CallbackSink,
} from './support/callback-sink';
import { percentile, report, round, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { createRelayHome, relayScript } from './support/relay-home';

const NODES = (process.env['NODES'] ?? '1,2,4').split(',').map(Number);
const RATE = Number(process.env['RATE'] ?? 200);
const SECONDS = Number(process.env['SECONDS'] ?? 20);
const VISITORS = Number(process.env['VISITORS'] ?? 120);
const TENANTS = Number(process.env['TENANTS'] ?? 4);
const BOT =
  process.env['BOT'] === 'none' ? { kind: 'none' } : { kind: 'tenant', reply_timeout_s: 300 };
/** Long enough to compile the hot code and to begin every conversation. */
const WARM_UP_S = Math.min(SECONDS, 5);
const REST_S = Math.min(SECONDS, 5);
const DELIVERED_WITHIN_MS = 120_000;
/** Wait for writes that follow a commit later, such as those of the search index. */
const SETTLED_MS = 3_000;

const { BENCH_RELAY: build } = process.env;

if (isLoadProcess()) serveLoad();
else if (isSinkProcess()) await runSink();
else await runToEnd(main);

async function main(): Promise<boolean> {
  const figures: Figure[] = [];
  for (const nodes of NODES) {
    figures.push(...(await measure(nodes)));
    await undoAll();
  }
  report('nodes', figures);
  return true;
}

async function measure(nodes: number): Promise<Figure[]> {
  const cluster = await startCluster(nodes);
  const sink = await startCallbackSink(import.meta.url);
  atEnd(() => sink.close());
  const order = await gather(cluster, sink);
  const warmUp = await runLoad(import.meta.url, { ...order, seconds: WARM_UP_S });
  await untilDelivered(cluster, warmUp.acksInAll);
  await wait(SETTLED_MS);

  const atRest = await readCounters(cluster);
  await wait(REST_S * 1000);
  await sink.takeArrivals();
  const before = await readCounters(cluster);
  const load = await runLoad(import.meta.url, { ...order, seconds: SECONDS });
  await untilDelivered(cluster, load.acksInAll);
  await wait(SETTLED_MS);
  const after = await readCounters(cluster);

  const delays = await readDelays(cluster, await sink.takeArrivals());
  const idle = growth(atRest, before);
  const more = growth(before, after);
  const each = (name: string): number => more(name) / load.acksInAll;
  const figure = (what: string, value: number, unit: string): Figure => ({
    database: 'MariaDB',
    what: `${nodes} ${nodes === 1 ? 'node' : 'nodes'}: ${what}`,
    value: round(value),
    unit,
    target: '',
  });
  return [
    figure('acks', load.acks / load.seconds, '/s'),
    figure('processor time of all relays', each('relay cpu') * 1e6, 'µs/ack'),
    figure('of MariaDB', each('mariadbd cpu') * 1e6, 'µs/ack'),
    figure('of Redis', each('redis cpu') * 1e6, 'µs/ack'),
    figure('statements', each('Questions'), '/ack'),
    figure('SELECT', each('Com_select'), '/ack'),
    figure('COMMIT', each('Com_commit'), '/ack'),
    figure('statements at rest', idle('Questions') / REST_S, '/s'),
    figure('relays at rest', (idle('relay cpu') / REST_S) * 100, '% of a core'),
    figure(
      'waits for a row',
      (more('Innodb_row_lock_waits') / load.acksInAll) * 1000,
      '/1,000 acks',
    ),
    figure('time of these waits', more('Innodb_row_lock_time'), 'ms'),
    figure('notices parsed', each('relay_notices_total{what="received"}'), '/ack'),
    figure('notices dropped', each('relay_notices_total{what="dropped"}'), '/ack'),
    figure(
      'callbacks delivered',
      each('relay_callback_attempts_total{outcome="delivered"}'),
      '/ack',
    ),
    figure('leases lost', more('relay_callback_attempts_total{outcome="lost"}'), ''),
    figure('ack, p50', percentile(load.latenciesMs, 0.5), 'ms'),
    figure('ack, p99', percentile(load.latenciesMs, 0.99), 'ms'),
    figure('event to callback, p50', percentile(delays, 0.5), 'ms'),
    figure('event to callback, p99', percentile(delays, 0.99), 'ms'),
  ];
}

async function startCluster(nodes: number): Promise<Cluster> {
  const mariaDb = await createPrivateMariaDb();
  process.env['TEST_DATABASE'] = 'mysql';
  process.env['TEST_MYSQL_URL'] = `mysql://root@127.0.0.1:${mariaDb.port}/`;
  const redis = await createTestRedis();
  atEnd(() => redis.stop());
  const home = await createRelayHome(
    build === undefined ? relayScript() : join(resolve(build), 'main.js'),
  );
  const relays = [];
  for (let node = 0; node < nodes; node++) {
    relays.push(await home.startRelay({ ...LIMITS_OFF, REDIS_URL: redis.url }));
  }
  const root = await mariaDb.connect();
  atEnd(() => root.end());
  await root.query(`USE \`${new URL(home.databaseUrl).pathname.slice(1)}\``);
  return { relays, mariaDb: { pid: mariaDb.pid(), root }, redisPid: redis.pid() };
}

/** Visitors of several tenants; the load spreads each tenant's over all nodes. */
async function gather({ relays }: Cluster, sink: CallbackSink): Promise<LoadOrder> {
  const [url = '', ...otherUrls] = relays.map((relay) => relay.url);
  const worlds: World[] = [];
  for (let tenant = 0; tenant < TENANTS; tenant++) {
    worlds.push(await createWorld(url, { bot: BOT, callback_url_base: sink.url }));
  }
  const tokens: string[] = [];
  for (let index = 0; index < VISITORS; index++) {
    // Each tenant's visitors are spread over all nodes.
    const world = worlds[Math.floor(index / relays.length) % TENANTS] as World;
    tokens.push((await createVisitor(url, world)).token);
  }
  return { url, otherUrls, tokens, inFlight: 0, seconds: SECONDS, perSecond: RATE };
}

async function untilDelivered({ mariaDb: { root } }: Cluster, acks: number): Promise<void> {
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  for (;;) {
    const [[row]] = await root.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS lanes FROM callback_lanes',
    );
    if (Number(row?.['lanes']) === 0) return;
    if (performance.now() > deadline) throw new Error(`callbacks of ${acks} messages did not end`);
    await wait(100);
  }
}

/** Delays in ms from an event's creation, just before its commit, to the first byte at the backend. */
async function readDelays(
  { mariaDb: { root } }: Cluster,
  arrivals: Map<string, number>,
): Promise<number[]> {
  const [rows] = await root.query<RowDataPacket[]>(
    'SELECT event_id AS id, created_at AS at FROM callback_events',
  );
  return rows.flatMap(({ id, at }) => {
    const arrivedAt = arrivals.get(id as string);
    return arrivedAt === undefined ? [] : [arrivedAt - Number(at)];
  });
}
