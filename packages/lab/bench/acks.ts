// Durable acks: what a visitor's message costs from its frame to its ack, compared with the naive way of one
// transaction a message, and with a raw multi-row insert of the same rows. On a database with the room that
// docs/OPERATIONS.md advises.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../server/src/platform/storage/database';
import { openDatabase } from '../../server/src/platform/storage/open-database';
import { quietLog } from '../../server/test/support/database';
import { createVisitor, createWorld } from '../../server/test/support/world';
import { isLoadProcess, runLoad, serveLoad } from './support/ack-load';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { median, percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { createMessages, createWriteByModels, writeByStatements } from './support/message-rows';
import { ROOM, startOwnServer } from './support/own-server';
import { cpuSeconds } from './support/process-figures';
import { createRelayHome } from './support/relay-home';

const VISITORS = 200;
const IN_FLIGHT = 4;
const RUNS = 3;
const SECONDS = 4;
const RAW_BATCH = 256;
const PARALLEL = 16;
const COMMITS = 300;
/** Longer than the search, the reports and the checkpoint wait before they do their part. */
const SETTLED_MS = 6_000;

if (isLoadProcess()) serveLoad();
else await runOnEachDatabase('acks', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  await startOwnServer(ROOM);
  const home = await createRelayHome();
  const relay = await home.startRelay(LIMITS_OFF);
  // Nothing listens at this address: events are committed and not delivered.
  const world = await createWorld(relay.url, {
    bot: { kind: 'none' },
    callback_url_base: 'http://127.0.0.1:59999',
  });
  const visitors = [];
  for (let n = 0; n < VISITORS; n++) visitors.push(await createVisitor(relay.url, world));
  const order = { url: relay.url, tokens: visitors.map(({ token }) => token), seconds: SECONDS };

  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const load = await runLoad(import.meta.url, { ...order, inFlight: IN_FLIGHT });
    rates.push(load.acks / load.seconds);
  }
  const acks = median(rates);
  await wait(SETTLED_MS);
  const from = performance.now();
  const cpuBefore = cpuSeconds(relay.pid());
  const half = await runLoad(import.meta.url, { ...order, inFlight: 0, perSecond: acks / 2 });
  const relayCores = (cpuSeconds(relay.pid()) - cpuBefore) / ((performance.now() - from) / 1000);
  await relay.stop();

  const database = await openDatabase(home.databaseUrl, quietLog);
  try {
    const messages = createMessages(world.tenantId, VISITORS);
    const byModels = createWriteByModels(database);
    const one = (write: typeof byModels) => () =>
      database.transaction((tx) => write(tx, messages(1)));
    const naive = await rateOf(1, 1, one(byModels));
    const naiveParallel = await rateOf(1, PARALLEL, one(byModels));
    const naiveSql = await rateOf(1, 1, one(writeByStatements));
    const raw = await rateOf(RAW_BATCH, 1, () =>
      database.transaction((tx) => writeByStatements(tx, messages(RAW_BATCH))),
    );
    const commits = await commitTimes(database, world.tenantId);
    return [
      figure('one transaction a message, Sequelize models', naive, '/s'),
      figure(`the same, ${PARALLEL} at once`, naiveParallel, '/s'),
      figure('one transaction a message, plain SQL', naiveSql, '/s'),
      figure('raw multi-row insert', raw, '/s'),
      figure('durable acks over sockets', acks, '/s'),
      figure('acks ÷ models', acks / naive, '×', '>= 30'),
      figure('acks ÷ plain SQL', acks / naiveSql, '×'),
      figure('acks ÷ raw', acks / raw, '×', '>= 0.5'),
      figure('half load, p50', percentile(half.latenciesMs, 0.5), 'ms'),
      figure('half load, p99', percentile(half.latenciesMs, 0.99), 'ms', '<= 50'),
      figure('one commit of one row, p99', percentile(commits, 0.99), 'ms'),
      figure('half load, relay', relayCores, 'cores'),
      figure('half load, load generator', half.cpuSeconds / half.seconds, 'cores'),
      figure('refused', half.errors, 'messages', '0'),
    ];
  } finally {
    await database.close();
  }
}

/** Times of single commits in ms. */
async function commitTimes(database: Database, tenantId: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < COMMITS; n++) {
    const from = performance.now();
    await database.transaction((tx) =>
      tx.run('UPDATE tenants SET tenant_name = ? WHERE tenant_id = ?', [`name ${n}`, tenantId]),
    );
    times.push(performance.now() - from);
  }
  return times;
}

async function rateOf(
  messages: number,
  callers: number,
  work: () => Promise<void>,
): Promise<number> {
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now();
    const until = from + SECONDS * 500;
    let done = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (performance.now() < until) {
          await work();
          done += messages;
        }
      }),
    );
    rates.push((done / (performance.now() - from)) * 1000);
  }
  return median(rates);
}
