// Callbacks: from the commit of an event to its delivery to a local receiver, on each database.
import { setTimeout as wait } from 'node:timers/promises';
import type { OutboxEvent } from '../../server/src/callbacks/events/events';
import type { CallbackWorker } from '../../server/src/callbacks/worker/worker';
import { createCallbackStage, type CallbackStage } from '../../server/test/support/callback-stage';
import { openTestDatabase } from '../../server/test/support/database';
import { MISDEED_NAMES } from '../../server/test/support/hostile-receiver';
import {
  isSinkProcess,
  preciseNow,
  runSink,
  startCallbackSink,
  type CallbackSink,
} from './support/callback-sink';
import { median, percentile, report, round, type Figure } from './support/figures';

const TENANTS = 32;
const RUNS = 3;
const PADDING = 'x'.repeat(700); // with the envelope, a body of about 1 KiB

if (isSinkProcess()) await runSink();
else await main();

async function main(): Promise<void> {
  const figures = await measure('sqlite');
  if (process.env['TEST_MYSQL_URL']) figures.push(...(await measure('mysql')));
  else console.log('MariaDB is left out: TEST_MYSQL_URL is not set');
  report('callbacks', figures);
}

async function measure(dialect: 'sqlite' | 'mysql'): Promise<Figure[]> {
  process.env['TEST_DATABASE'] = dialect;
  const { database, close } = await openTestDatabase();
  const sink = await startCallbackSink(import.meta.url);
  const stage = createCallbackStage(database);
  const bench = await createBench(stage, sink);
  const name = dialect === 'sqlite' ? 'SQLite FULL' : 'MariaDB';
  const rate = dialect === 'sqlite' ? '>= 1500' : '>= 2000';
  const figure = (what: string, value: number, unit: string, target: string): Figure => ({
    database: name,
    what,
    value: round(value),
    unit,
    target,
  });
  try {
    await bench.throughput(256, 8); // warms up
    const long = await medianOf(RUNS, () => bench.throughput(256, 40));
    const short = await medianOf(RUNS, () => bench.throughput(6000, 1));
    const busy = await medianOf(RUNS, () => bench.whileWriting(256, 30));
    const commits = await bench.commitLatencies(200);
    const idle: number[][] = [];
    for (let run = 0; run < RUNS; run++) idle.push(await bench.idleLatencies(200));
    const idleAt = (share: number) =>
      percentile(
        idle.map((latencies) => percentile(latencies, share)),
        0.5,
      );
    const beside = await bench.latenciesBesideHang(400);
    const hostile = await bench.latenciesBesideHostiles(400);
    return [
      figure('256 conversations of 40 events', long, 'events/s', rate),
      figure('6000 conversations of 1 event', short, 'events/s', ''),
      figure('256 conversations of 30 events, while they are written', busy, 'events/s', ''),
      figure('one commit of one row, p50', percentile(commits, 0.5), 'ms', ''),
      figure('one commit of one row, p99', percentile(commits, 0.99), 'ms', ''),
      figure('idle: write to first byte, p50', idleAt(0.5), 'ms', ''),
      figure('idle: write to first byte, p99', idleAt(0.99), 'ms', '< 50'),
      figure('next to a tenant that hangs, p99', percentile(beside, 0.99), 'ms', '<= 1000'),
      figure(
        `beside ${MISDEED_NAMES.length} hostile receivers, p99`,
        percentile(hostile, 0.99),
        'ms',
        '<= 1000',
      ),
    ];
  } finally {
    await stage.close();
    await sink.close();
    await close();
  }
}

async function createBench(stage: CallbackStage, sink: CallbackSink) {
  const targets = new Map<string, string>();
  const addTenants = async (count: number, url = sink.url): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const tenantId = await stage.addTenant(url);
      targets.set(tenantId, url);
      ids.push(tenantId);
    }
    return ids;
  };
  const tenants = await addTenants(TENANTS);

  /** Addresses and secrets come from memory. The relay caches them for a second. */
  const createWorker = () =>
    stage.createWorker({
      pollMs: 500,
      targetOf: async (tenantId) => ({
        callbackUrlBase: targets.get(tenantId) ?? null,
        status: 'active',
      }),
    });

  const makeLanes = (of: readonly string[], lanes: number, events: number): OutboxEvent[][] =>
    Array.from({ length: lanes }, (_, index) =>
      stage
        .makeEvents(of[index % of.length] ?? '', stage.newConversationId(), 1, events)
        .map((event) => ({ ...event, body: { ...event.body, padding: PADDING } })),
    );

  async function enqueueAll(events: readonly OutboxEvent[]): Promise<void> {
    for (let start = 0; start < events.length; start += 1000) {
      await stage.enqueue(events.slice(start, start + 1000));
    }
  }

  async function deliverAll(count: number, worker: CallbackWorker): Promise<number> {
    const startedAt = performance.now();
    while (worker.stats().delivered < count) await wait(2);
    return (count / (performance.now() - startedAt)) * 1000;
  }

  return {
    /** Deliveries per second. All events are stored before the worker starts. */
    throughput: async (lanes: number, events: number): Promise<number> => {
      await enqueueAll(makeLanes(tenants, lanes, events).flat());
      const worker = createWorker();
      worker.start();
      const rate = await deliverAll(lanes * events, worker);
      await worker.stop();
      await sink.takeArrivals();
      return rate;
    },

    /** Deliveries per second while the journal writes to the same database. */
    whileWriting: async (lanes: number, rounds: number): Promise<number> => {
      const queues = makeLanes(tenants, lanes, rounds);
      const worker = createWorker();
      worker.start();
      const done = deliverAll(lanes * rounds, worker);
      for (let round = 0; round < rounds; round++) {
        await stage.enqueue(queues.flatMap((queue) => queue[round] ?? []));
        worker.wake();
      }
      const rate = await done;
      await worker.stop();
      await sink.takeArrivals();
      return rate;
    },

    /** Times of one commit in ms. An idle delivery includes two commits. */
    commitLatencies: async (count: number): Promise<number[]> => {
      const latencies: number[] = [];
      for (let index = 0; index < count; index++) {
        const startedAt = performance.now();
        await stage.setTenant(tenants[0] ?? '', { status: index % 2 === 0 ? 'idle' : 'active' });
        latencies.push(performance.now() - startedAt);
        await wait(15);
      }
      return latencies;
    },

    idleLatencies: async (count: number): Promise<number[]> => {
      const worker = createWorker();
      worker.start();
      const latencies = await sendOneByOne(worker, makeLanes(tenants, count, 1), 15);
      await worker.stop();
      return latencies;
    },

    latenciesBesideHang: async (count: number): Promise<number[]> =>
      latenciesBeside(await addTenants(1, `${sink.url}/hang`), 2000, count),

    /** Latencies next to hostile receivers. Each misbehaves in another way, with all the slots that it can get. */
    latenciesBesideHostiles: async (count: number): Promise<number[]> =>
      latenciesBeside(await addTenants(MISDEED_NAMES.length, sink.hostileUrl), 2000, count),
  };

  async function latenciesBeside(
    disturbing: readonly string[],
    lanes: number,
    count: number,
  ): Promise<number[]> {
    await enqueueAll(makeLanes(disturbing, lanes, 1).flat());
    const worker = createWorker();
    worker.start();
    const latencies = await sendOneByOne(worker, makeLanes(tenants, count, 1), 5);
    for (const tenantId of disturbing) await stage.setTenant(tenantId, { status: 'suspended' });
    await worker.stop();
    return latencies;
  }

  async function sendOneByOne(
    worker: CallbackWorker,
    lanes: OutboxEvent[][],
    pauseMs: number,
  ): Promise<number[]> {
    await sink.takeArrivals();
    const writtenAt = new Map<string, number>();
    for (const events of lanes) {
      for (const { eventId } of events) writtenAt.set(eventId, preciseNow());
      await stage.enqueue(events);
      worker.wake();
      await wait(pauseMs);
    }
    const missing = new Set(writtenAt.keys());
    const latencies: number[] = [];
    // A callback counts as delivered once it has arrived, also at a hostile receiver.
    while (missing.size > 0) {
      await wait(10);
      for (const [eventId, arrivedAt] of await sink.takeArrivals()) {
        if (missing.delete(eventId)) latencies.push(arrivedAt - (writtenAt.get(eventId) ?? 0));
      }
    }
    return latencies;
  }
}

async function medianOf(runs: number, run: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let index = 0; index < runs; index++) values.push(await run());
  return median(values);
}
