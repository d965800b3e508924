import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../server/src/platform/storage/open-database';
import type { Sql } from '../../../server/src/platform/storage/sql';
import { createTestDatabase, quietLog } from '../../../server/test/support/database';
import { generousMessageLimits } from '../../../server/test/support/message-limits';
import { createVisitor, createWorld } from '../../../server/test/support/world';
import { startCallbackBackend, type CallbackBackend } from './callback-backend';
import { check, type Verdict } from './checker';
import { createHistory, type History } from './history';
import { createRandom, type Random } from './random';
import { createRelayProcess, type RelayProcess } from './relay-process';
import { countPendingEvents, readStored } from './stored';
import { TortureVisitor } from './visitor';

export interface CallbackCrashOptions {
  /** The relay's bundled program. */
  script: string;
  /** Number of nodes on the database. The first one is killed. */
  nodes: number;
  kills: number;
  seed: number;
}

export interface CallbackCrashReport extends Verdict {
  seed: number;
  durationMs: number;
  /** Kills that left events behind which were committed and not delivered. */
  killsBetween: number;
  acked: number;
  events: number;
  /** Callbacks that came more than once. */
  repeats: number;
}

const VISITORS_PER_NODE = 4;
/** Long enough for a kill to fall into it, short enough not to affect most callbacks. */
const STALL_MS = 300;
/** The lanes of a dead worker stay leased for 30 s. */
const SETTLE_MS = 60_000;

/** Kills a relay just after it has committed events, before it can have delivered them. */
export async function crashCallbacks(options: CallbackCrashOptions): Promise<CallbackCrashReport> {
  const startedAt = Date.now();
  const { script, nodes, kills, seed } = options;
  const random = createRandom(seed);
  const history = createHistory();
  const address = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-crashes-'));
  const backend = await startCallbackBackend(history);
  const relays: RelayProcess[] = [];
  const visitors: TortureVisitor[] = [];
  try {
    const env = {
      ENV: 'local',
      LOG_LEVEL: 'error',
      DATABASE_URL: address.url,
      DATA_DIR: dataDir,
      MASTER_KEY: randomBytes(32).toString('base64'),
      ...generousMessageLimits,
    };
    for (let node = 0; node < nodes; node++) {
      const relay = await createRelayProcess(script, env);
      relays.push(relay);
      await relay.start();
    }
    visitors.push(...(await gather(relays, backend, random, history)));
    const database = await openDatabase(address.url, quietLog);
    try {
      const killsBetween = await killAfterCommits(database.read, {
        relay: relays[0],
        backend,
        history,
        kills,
        random,
      });
      for (const visitor of visitors) visitor.finish();
      await until(() => visitors.every(({ unacked }) => unacked === 0));
      await until(async () => (await countPendingEvents(database.read)) === 0);
      const stored = await readStored(database.read);
      const arrived = new Set(history.arrivals.map(({ eventId }) => eventId));
      for (const relay of relays) history.surprises.push(...relay.complaints());
      return {
        ...check({ history, stored, rest: new Map(), positions: new Map() }),
        seed,
        durationMs: Date.now() - startedAt,
        killsBetween,
        acked: history.acks.length,
        events: stored.events.length,
        repeats: history.arrivals.length - arrived.size,
      };
    } finally {
      await database.close();
    }
  } finally {
    for (const visitor of visitors) visitor.close();
    for (const relay of relays) await relay.kill();
    await backend.close();
    await address.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Visitors of each node, who write to conversations of one tenant. */
async function gather(
  relays: readonly RelayProcess[],
  backend: CallbackBackend,
  random: Random,
  history: History,
): Promise<TortureVisitor[]> {
  const [first] = relays;
  if (!first) throw new TypeError('there must be a relay');
  const world = await createWorld(first.url, {
    callback_url_base: backend.url,
    bot: { kind: 'builtin', faq: [] },
  });
  backend.useSecret(world.tenantSecret);
  const visitors: TortureVisitor[] = [];
  for (const { url } of relays) {
    for (let index = 0; index < VISITORS_PER_NODE; index++) {
      const { sessionId, token } = await createVisitor(url, world);
      const { origin } = world;
      visitors.push(
        new TortureVisitor({ url, origin, sessionId, token, random: random.fork(), history }),
      );
    }
  }
  return visitors;
}

interface Killing {
  relay: RelayProcess | undefined;
  backend: CallbackBackend;
  history: History;
  kills: number;
  random: Random;
}

/** Returns the number of kills that left committed and undelivered events. */
async function killAfterCommits(sql: Sql, killing: Killing): Promise<number> {
  const { relay, backend, history, kills, random } = killing;
  let killsBetween = 0;
  for (let done = 0; done < kills; done++) {
    await wait(random.between(20, 200));
    if (random.chance(0.5)) backend.stall(STALL_MS);
    // An ack shows that the message's events are committed: they are being sent, or about to be.
    const acked = history.acks.length;
    await until(() => history.acks.length > acked, 1);
    await relay?.kill();
    if ((await countPendingEvents(sql)) > 0) killsBetween++;
    await relay?.start();
  }
  return killsBetween;
}

/** Returns without an error at the deadline: the checker reports what is missing. */
async function until(isSo: () => boolean | Promise<boolean>, everyMs = 100): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!(await isSo()) && Date.now() < deadline) await wait(everyMs);
}
