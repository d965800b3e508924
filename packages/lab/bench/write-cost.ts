// The cost of an acked message: processor time of each thread, bytes written and statements. Measured without
// callbacks, with events that are committed but not delivered, and with each event delivered to a local receiver.
// `TENANTS` is the number of tenants that share the visitors. At most eight events of a tenant are sent at once.
//   DATABASE=sqlite RUNS=3 TENANTS=1 BENCH_RELAY=<another checkout>/packages/server/dist npm run bench -- write-cost
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createVisitor, createWorld } from '../../server/test/support/world';
import { isLoadProcess, runLoad, serveLoad } from './support/ack-load';
import { atEnd, undoAll } from './support/at-end';
import { isSinkProcess, runSink, startCallbackSink } from './support/callback-sink';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { countersOf, startOwnServer } from './support/own-server';
import { threadSeconds, writtenBytes } from './support/process-figures';
import { createRelayHome, relayScript } from './support/relay-home';

const RUNS = Number(process.env['RUNS'] ?? 3);
const TENANTS = Number(process.env['TENANTS'] ?? 1);
const SECONDS = 5;
const VISITORS = 100;
const IN_FLIGHT = 4;
const DELIVERED_WITHIN_MS = 180_000;
/** Longer than the search, the reports and the checkpoint wait before they do their part. */
const SETTLED_MS = 6_000;
const KINDS = ['no callbacks', 'events queued', 'events delivered'] as const;
type Kind = (typeof KINDS)[number];
/** An address at which nothing listens. */
const CLOSED = 'http://127.0.0.1:59999';

const { BENCH_RELAY: build } = process.env;

if (isLoadProcess()) serveLoad();
else if (isSinkProcess()) await runSink();
else await runOnEachDatabase('write-cost', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const script = build === undefined ? relayScript() : join(resolve(build), 'main.js');
  const costs = new Map<string, { unit: string; values: number[] }>();
  for (let run = 0; run < RUNS; run++) {
    for (const kind of KINDS) {
      for (const { what, value, unit } of await measureOnce(kind, script)) {
        const cost = costs.get(`${kind}: ${what}`) ?? { unit, values: [] };
        cost.values.push(value);
        costs.set(`${kind}: ${what}`, cost);
      }
      await undoAll();
    }
  }
  return [...costs].map(([what, { unit, values }]) => figure(what, median(values), unit));
}

type Cost = Pick<Figure, 'what' | 'value' | 'unit'>;

async function measureOnce(kind: Kind, script: string): Promise<Cost[]> {
  const server = await startOwnServer();
  const sink = await startCallbackSink(import.meta.url);
  atEnd(() => sink.close());
  const relay = await (await createRelayHome(script)).startRelay(LIMITS_OFF);
  const address = { 'no callbacks': null, 'events queued': CLOSED, 'events delivered': sink.url };
  const worlds = await Promise.all(
    Array.from({ length: TENANTS }, () =>
      createWorld(relay.url, {
        bot: { kind: 'none' },
        ...(address[kind] !== null && { callback_url_base: address[kind] }),
      }),
    ),
  );
  const visitors = await Promise.all(
    Array.from({ length: VISITORS / TENANTS }, () =>
      worlds.map((world) => createVisitor(relay.url, world)),
    ).flat(),
  );
  const order = {
    url: relay.url,
    tokens: visitors.map(({ token }) => token),
    inFlight: IN_FLIGHT,
  };
  await runLoad(import.meta.url, { ...order, seconds: 1 }); // begins the conversations
  await wait(SETTLED_MS);
  await sink.takeArrivals();

  const pid = relay.pid();
  const threadsBefore = threadSeconds(pid);
  const bytesBefore = writtenBytes(pid);
  const statusBefore = await countersOf(server);
  const load = await runLoad(import.meta.url, { ...order, seconds: SECONDS });
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  for (let delivered = 0; kind === 'events delivered' && delivered < load.acksInAll;) {
    if (performance.now() > deadline) throw new Error(`${delivered} of ${load.acksInAll} came`);
    await wait(50);
    delivered += (await sink.takeArrivals()).size;
  }
  await wait(SETTLED_MS);
  const bytes = writtenBytes(pid) - bytesBefore;
  const statusAfter = await countersOf(server);

  const each = (value: number): number => value / load.acksInAll;
  const since = (name: string): number =>
    each((statusAfter.get(name) ?? 0) - (statusBefore.get(name) ?? 0));
  const threads = [...threadSeconds(pid)].map(([id, seconds]) => ({
    isMain: id === pid,
    us: each(seconds - (threadsBefore.get(id) ?? 0)) * 1e6,
  }));
  const usOf = (some: typeof threads): number => some.reduce((sum, { us }) => sum + us, 0);
  return [
    { what: 'acks', value: load.acks / load.seconds, unit: '/s' },
    { what: 'p99', value: percentile(load.latenciesMs, 0.99), unit: 'ms' },
    { what: 'processor time', value: usOf(threads), unit: 'µs' },
    { what: 'of the main thread', value: usOf(threads.filter(({ isMain }) => isMain)), unit: 'µs' },
    ...(server === null
      ? [{ what: 'written to files and sockets', value: each(bytes), unit: 'bytes' }]
      : [
          { what: 'written to the redo log', value: since('Innodb_os_log_written'), unit: 'bytes' },
          { what: 'statements', value: since('Questions'), unit: '' },
          { what: 'commits', value: since('Com_commit'), unit: '' },
        ]),
  ];
}
