import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../server/src/platform/storage/open-database';
import type { Sql } from '../../../server/src/platform/storage/sql';
import { createTestDatabase, quietLog } from '../../../server/test/support/database';
import { generousMessageLimits } from '../../../server/test/support/message-limits';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
} from '../../../server/test/support/world';
import { startCallbackBackend } from './callback-backend';
import { check, type Verdict } from './checker';
import { createHistory, type History } from './history';
import { harm, type Harm } from './nemesis';
import { TortureOperator } from './operator';
import { createRandom, type Random } from './random';
import { createRelayProcess, type RelayProcess } from './relay-process';
import { countPendingEvents, readByRest, readConversations, readStored } from './stored';
import { TortureVisitor } from './visitor';

export interface TortureOptions {
  /** The relay's bundled program. */
  script: string;
  kills: number;
  seed: number;
  visitors?: number;
  operators?: number;
  /** How long a relay lives at most before it is killed. */
  maxLifeMs?: number;
  /** Also cuts database connections and stalls receivers. */
  isCruel?: boolean;
  onKill?: (done: number) => void;
}

export interface TortureReport extends Conclusion {
  seed: number;
  harm: Harm;
  durationMs: number;
}

/** Result of a run. */
export interface Conclusion extends Verdict {
  acked: number;
  messages: number;
  events: number;
  /** Callbacks that came more than once. */
  repeats: number;
  claims: number;
}

/** Covers the lease of a dead worker's lanes, 30 s, and the retries after a stall. */
const SETTLE_MS = 120_000;

/** Torments a relay on a fresh database of the kind that `TEST_DATABASE` names. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const startedAt = Date.now();
  const random = createRandom(options.seed);
  const history = createHistory();
  const address = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-torture-'));
  const backend = await startCallbackBackend(history);
  const relay = await createRelayProcess(options.script, {
    ENV: 'local',
    LOG_LEVEL: 'error',
    DATABASE_URL: address.url,
    DATA_DIR: dataDir,
    ...generousMessageLimits,
  });
  try {
    await relay.start();
    const world = await createWorld(relay.url, {
      callback_url_base: backend.url,
      bot: { kind: 'builtin', faq: FAQ },
    });
    backend.useSecret(world.tenantSecret);
    const crowd = await gather(relay.url, world, random, history, options);
    const done = await harm({
      relay,
      backend,
      databaseUrl: address.url,
      random: random.fork(),
      kills: options.kills,
      maxLifeMs: options.maxLifeMs ?? 1_400,
      isCruel: options.isCruel ?? false,
      onKill: options.onKill ?? (() => undefined),
    });
    return {
      ...(await conclude({ relay, databaseUrl: address.url, history, crowd })),
      seed: options.seed,
      harm: done,
      durationMs: Date.now() - startedAt,
    };
  } finally {
    await relay.kill();
    await backend.close();
    await address.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const FAQ = [
  {
    questions: ['Quels sont vos délais de livraison ?'],
    answer: 'Nous livrons en 48 heures.',
    locale: 'fr',
  },
];

interface Crowd {
  visitors: TortureVisitor[];
  operators: TortureOperator[];
}

async function gather(
  url: string,
  world: World,
  random: Random,
  history: History,
  { visitors: visitorCount = 12, operators: operatorCount = 3 }: TortureOptions,
): Promise<Crowd> {
  const operators: TortureOperator[] = [];
  for (let index = 0; index < operatorCount; index++) {
    const operator = await addOperator(url, world, `Operator ${index}`);
    await operator.api.post('/console/set/presence', { status: 'online' });
    operators.push(new TortureOperator(operator, random.fork(), history));
  }
  const visitors: TortureVisitor[] = [];
  for (let index = 0; index < visitorCount; index++) {
    const { sessionId, token } = await createVisitor(url, world, {
      mode: index % 2 === 0 ? 'bot' : 'human',
    });
    const { origin } = world;
    visitors.push(
      new TortureVisitor({ url, origin, sessionId, token, random: random.fork(), history }),
    );
  }
  return { visitors, operators };
}

/** Lets everybody finish, stops the relay as it should be stopped, and reads back. */
export async function conclude(input: {
  relay: RelayProcess;
  databaseUrl: string;
  history: History;
  crowd: Crowd;
}): Promise<Conclusion> {
  const { relay, databaseUrl, history, crowd } = input;
  const { visitors, operators } = crowd;
  for (const actor of [...visitors, ...operators]) actor.finish();
  await Promise.all(operators.map(({ done }) => done));
  const database = await openDatabase(databaseUrl, quietLog);
  try {
    await until(() => visitors.every(({ unacked }) => unacked === 0));
    await untilDelivered(database.read);
    await until(() => isAllShown(database.read, visitors));
    const rest = new Map<string, Awaited<ReturnType<typeof readByRest>>>();
    for (const { sessionId, token } of visitors) {
      rest.set(sessionId, await readByRest(relay.url, token));
    }
    const positions = new Map(visitors.map(({ sessionId, position }) => [sessionId, position]));
    for (const visitor of visitors) visitor.close();
    const exitCode = await relay.stop();
    if (exitCode !== 0) history.surprises.push(`the last relay exited with ${exitCode}`);
    history.surprises.push(...relay.complaints());
    const stored = await readStored(database.read);
    const arrived = new Set(history.arrivals.map(({ eventId }) => eventId));
    return {
      ...check({ history, stored, rest, positions }),
      acked: history.acks.length,
      messages: stored.messages.length,
      events: stored.events.length,
      repeats: history.arrivals.length - arrived.size,
      claims: history.claims.length,
    };
  } finally {
    for (const visitor of visitors) visitor.close();
    await database.close();
  }
}

async function isAllShown(sql: Sql, visitors: TortureVisitor[]): Promise<boolean> {
  const last = new Map(
    (await readConversations(sql)).map(({ sessionId, lastSeq }) => [sessionId, lastSeq]),
  );
  return visitors.every(({ sessionId, position }) => position >= (last.get(sessionId) ?? 0));
}

/** Waits for all deliveries, and gives up only when the queue has stopped shrinking: a busy machine takes long. */
async function untilDelivered(sql: Sql): Promise<void> {
  let pending = Infinity;
  for (;;) {
    const before = pending;
    await until(async () => (pending = await countPendingEvents(sql)) < before);
    if (pending === 0 || pending >= before) return;
  }
}

/** Waits, and gives up without a word: the checker says what is missing. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!(await isSo()) && Date.now() < deadline) await wait(200);
}
