// Durable acks: what a visitor's message costs from its frame to its ack, beside the naive way of one
// transaction a message, and beside a raw multi-row insert of the same rows. Each on each database.
import { randomBytes } from 'node:crypto';
import { createEvent } from '../src/callbacks/events';
import { createOutbox } from '../src/callbacks/outbox';
import { MESSAGE_COLUMNS, messageRow } from '../src/conversations/rows';
import type { Message } from '../src/conversations/state';
import { newId, newObjectId } from '../src/ids';
import { openDatabase, type Database, type Tx } from '../src/storage/database';
import { insertRows } from '../src/storage/sql';
import { quietLog } from '../test/support/database';
import { startRelay } from '../test/support/relay';
import { createVisitor, createWorld } from '../test/support/world';
import { isLoadProcess, runLoad, serveLoad } from './support/ack-load';
import { median, percentile, report, round, type Figure } from './support/figures';

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
    env: { LIMIT_SOCKET_MESSAGES_PER_S: '1000000', LIMIT_SOCKET_MESSAGES_BURST: '1000000' },
  });
  try {
    // Nobody listens there: events are committed, and wait.
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
    const half = await runLoad(import.meta.url, {
      ...order,
      inFlight: 0,
      seconds: SECONDS,
      perSecond: acks / 2,
    });

    const database = await openDatabase(relay.database.url, quietLog);
    try {
      const rows = createRows(world.tenantId);
      const naive = await naiveRate(database, rows, 1);
      const naiveParallel = await naiveRate(database, rows, PARALLEL);
      const raw = await rawRate(database, rows);
      const figure = (what: string, value: number, unit: string, target = ''): Figure => ({
        database: name,
        what,
        value: round(value),
        unit,
        target,
      });
      return [
        figure('one transaction a message, one by one', naive, '/s'),
        figure(`one transaction a message, ${PARALLEL} at once`, naiveParallel, '/s'),
        figure('raw multi-row insert', raw, '/s'),
        figure('durable acks over sockets', acks, '/s'),
        figure('acks ÷ naive', acks / naive, '×', '>= 30'),
        figure('acks ÷ raw', acks / raw, '×', '>= 0.5'),
        figure('half load, p50', percentile(half.latenciesMs, 0.5), 'ms'),
        figure('half load, p99', percentile(half.latenciesMs, 0.99), 'ms', '<= 50'),
        figure('refused', half.errors, 'messages', '0'),
      ];
    } finally {
      await database.close();
    }
  } finally {
    await relay.stop();
  }
}

type WriteRows = (tx: Tx, count: number) => Promise<void>;

/** Writes what the journal writes for `count` messages of as many visitors: each with its event and its lane. */
function createRows(tenantId: string): WriteRows {
  const outbox = createOutbox({ wake: () => undefined });
  const conversations = Array.from({ length: VISITORS }, () => ({
    sessionId: `vs_${randomBytes(32).toString('base64url')}`,
    conversationId: newObjectId(Date.now()),
  }));
  let written = 0;
  return async (tx, count) => {
    const messages = Array.from({ length: count }, (): Message & (typeof conversations)[0] => {
      const seq = 1 + Math.floor(written / VISITORS);
      const conversation = conversations[written++ % VISITORS];
      if (!conversation) throw new TypeError('there are no conversations');
      return {
        ...conversation,
        messageId: newId(),
        seq,
        sender: 'visitor',
        senderName: null,
        dedupeKey: `bench-${seq}|visitor`,
        content: 'How long does the delivery to Lyon take, and what does it cost? '.repeat(2),
        createdAt: Date.now(),
      };
    });
    await insertRows(
      tx,
      'messages',
      MESSAGE_COLUMNS,
      messages.map((message) => messageRow(message.sessionId, message)),
    );
    await outbox.write(
      tx,
      messages.map((message) =>
        createEvent(
          'message-received',
          {
            session: { ...SESSION, tenantId, sessionId: message.sessionId },
            conversation: { ...CONVERSATION, conversationId: message.conversationId },
          },
          { at: message.createdAt, message: { ...message, clientMsgId: `bench-${message.seq}` } },
          { eventId: newId(), sequence: message.seq },
        ),
      ),
    );
  };
}

const SESSION = {
  userId: null,
  mode: 'bot',
  locale: 'fr',
  routingKey: null,
  origin: 'https://shop.example',
  metadata: '{}',
} as const;
const CONVERSATION = {
  status: 'WAITING',
  ownerEpoch: 1,
  escalationReason: 'direct',
  claimCount: 0,
  startedAt: 0,
  claimedAt: null,
  releasedAt: null,
  resolvedAt: null,
  ticket: null,
} as const;

async function naiveRate(database: Database, write: WriteRows, callers: number): Promise<number> {
  return rateOf(1, callers, () => database.transaction((tx) => write(tx, 1)));
}

async function rawRate(database: Database, write: WriteRows): Promise<number> {
  return rateOf(RAW_BATCH, 1, () => database.transaction((tx) => write(tx, RAW_BATCH)));
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
