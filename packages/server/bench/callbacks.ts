// Callbacks: from the commit of an event to its delivery to a local receiver, on each database.
import { setTimeout as wait } from 'node:timers/promises';
import type { OutboxEvent } from '../src/callbacks/events';
import type { CallbackWorker } from '../src/callbacks/worker';
import { createCallbackStage, type CallbackStage } from '../test/support/callback-stage';
import { openTestDatabase } from '../test/support/database';
import {
  isSinkProcess,
  preciseNow,
  runSink,
  startCallbackSink,
  type CallbackSink,
} from './support/callback-sink';

interface Figure {
  database: string;
  what: string;
  value: number;
  unit: string;
  target: string;
}

const TENANTS = 32;
const RUNS = 3;
const PADDING = 'x'.repeat(700); // with the envelope, a body of about 1 KiB

if (isSinkProcess()) runSink();
else await main();

async function main(): Promise<void> {
  const figures = await measure('sqlite');
  if (process.env['TEST_MYSQL_URL']) figures.push(...(await measure('mysql')));
  else console.log('MariaDB is left out: TEST_MYSQL_URL is not set');
  console.table(figures);
  console.log(JSON.stringify({ bench: 'callbacks', figures }));
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
    value: Math.round(value * 10) / 10,
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
    return [
      figure('256 conversations of 40 events', long, 'events/s', rate),
      figure('6000 conversations of 1 event', short, 'events/s', ''),
      figure('256 conversations of 30 events, while they are written', busy, 'events/s', ''),
      figure('one commit of one row, p50', percentile(commits, 0.5), 'ms', ''),
      figure('one commit of one row, p99', percentile(commits, 0.99), 'ms', ''),
      figure('idle: write to first byte, p50', idleAt(0.5), 'ms', ''),
      figure('idle: write to first byte, p99', idleAt(0.99), 'ms', '< 50'),
      figure('beside a tenant that hangs, p99', percentile(beside, 0.99), 'ms', '<= 1000'),
    ];
  } finally {
    await stage.close();
    await sink.close();
    await close();
  }
}

async function createBench(stage: CallbackStage, sink: CallbackSink) {
  const targets = new Map<string, string>();
  const addTenants = async (count: number, path = ''): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const tenantId = await stage.addTenant(sink.url + path);
      targets.set(tenantId, sink.url + path);
      ids.push(tenantId);
    }
    return ids;
  };
  const tenants = await addTenants(TENANTS);

  /** Addresses and secrets come from memory, as they do in the server for a second at a time. */
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
    /** All is stored before the worker starts. */
    throughput: async (lanes: number, events: number): Promise<number> => {
      await enqueueAll(makeLanes(tenants, lanes, events).flat());
      const worker = createWorker();
      worker.start();
      const rate = await deliverAll(lanes * events, worker);
      await worker.stop();
      await sink.takeArrivals();
      return rate;
    },

    /** The journal's batches compete for the same database. */
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

    /** What the idle latencies hold two of. */
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

    latenciesBesideHang: async (count: number): Promise<number[]> => {
      const hanging = await addTenants(1, '/hang');
      await enqueueAll(makeLanes(hanging, 2000, 1).flat());
      const worker = createWorker();
      worker.start();
      const latencies = await sendOneByOne(worker, makeLanes(tenants, count, 1), 5);
      await stage.setTenant(hanging[0] ?? '', { status: 'suspended' });
      await worker.stop();
      return latencies;
    },
  };

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
    while (worker.stats().delivered < lanes.length) await wait(2);
    const arrivals = await sink.takeArrivals();
    return [...writtenAt].map(([eventId, at]) => (arrivals.get(eventId) ?? Infinity) - at);
  }
}

async function medianOf(runs: number, run: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let index = 0; index < runs; index++) values.push(await run());
  return percentile(values, 0.5);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
