// Durable acks: what a visitor's message costs from its frame to its ack, compared with the naive way of one
// transaction a message, and with a raw multi-row insert of the same rows. Each on each database.
import { openDatabase } from '../src/platform/storage/database';
import { quietLog } from '../test/support/database';
import { generousMessageLimits } from '../test/support/message-limits';
import { startRelay } from '../test/support/relay';
import { createVisitor, createWorld } from '../test/support/world';
import { isLoadProcess, runLoad, serveLoad } from './support/ack-load';
import { median, percentile, report, round, type Figure } from './support/figures';
import { createMessages, createWriteByModels, writeByStatements } from './support/message-rows';

const VISITORS = 200;
const IN_FLIGHT = 4;
const RUNS = 3;
const SECONDS = 4;
const RAW_BATCH = 256;
const PARALLEL = 16;

if (isLoadProcess()) serveLoad();
else await main();

async function main(): Promise<void> {
  const figures = await measure('sqlite');
  if (process.env['TEST_MYSQL_URL']) figures.push(...(await measure('mysql')));
  else console.log('MariaDB is left out: TEST_MYSQL_URL is not set');
  report('acks', figures);
}

async function measure(dialect: 'sqlite' | 'mysql'): Promise<Figure[]> {
  process.env['TEST_DATABASE'] = dialect;
  const name = dialect === 'sqlite' ? 'SQLite FULL' : 'MariaDB';
  const relay = await startRelay({
    env: generousMessageLimits,
  });
  try {
    // Nothing listens there: events are committed, and wait.
    const world = await createWorld(relay.url, {
      bot: { kind: 'none' },
      callback_url_base: 'http://127.0.0.1:59999',
    });
    const visitors = [];
    for (let n = 0; n < VISITORS; n++) visitors.push(await createVisitor(relay.url, world));
    const order = { url: relay.url, tokens: visitors.map(({ token }) => token) };

    const rates: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const load = await runLoad(import.meta.url, {
        ...order,
        inFlight: IN_FLIGHT,
        seconds: SECONDS,
      });
      rates.push(load.acks / load.seconds);
    }
    const acks = median(rates);
    const from = performance.now();
    const cpuBefore = process.cpuUsage();
    const half = await runLoad(import.meta.url, {
      ...order,
      inFlight: 0,
      seconds: SECONDS,
      perSecond: acks / 2,
    });
    const cpu = process.cpuUsage(cpuBefore);
    const relayCores = (cpu.user + cpu.system) / 1e3 / (performance.now() - from);

    const database = await openDatabase(relay.database.url, quietLog);
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
      const figure = (what: string, value: number, unit: string, target = ''): Figure => ({
        database: name,
        what,
        value: round(value),
        unit,
        target,
      });
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
        figure('half load, relay', relayCores, 'cores'),
        figure('half load, load generator', half.cpuSeconds / half.seconds, 'cores'),
        figure('refused', half.errors, 'messages', '0'),
      ];
    } finally {
      await database.close();
    }
  } finally {
    await relay.stop();
  }
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
