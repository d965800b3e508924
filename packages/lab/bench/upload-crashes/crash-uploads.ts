import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY, HOUR } from '../../../server/src/platform/clock';
import { openDatabase } from '../../../server/src/platform/storage/open-database';
import type { Sql } from '../../../server/src/platform/storage/sql';
import {
  createTestDatabase,
  quietLog,
  type TestDatabaseAddress,
} from '../../../server/test/support/database';
import { generousMessageLimits } from '../../../server/test/support/message-limits';
import { startRelay } from '../../../server/test/support/relay';
import { createVisitor, createWorld, type World } from '../../../server/test/support/world';
import { createRandom, type Random } from '../torture/random';
import { createRelayProcess, type RelayProcess } from '../torture/relay-process';
import { problemOf, sendThroughCrash, STEPS, type AckedFile, type Step } from './journey';

export interface UploadCrashReport {
  seed: number;
  durationMs: number;
  kills: Record<Step, number>;
  acked: number;
  /** Uploads that the visitor gave up at their step. */
  abandoned: number;
  /** Files that lay in the storage without a message when the kills were over. */
  orphans: number;
  /** Broken promises, one sentence each. */
  problems: string[];
}

/** Sweeps run every 2 s. */
const SETTLE_MS = 20_000;

/** Kills a relay at each step of files on their way, and reads what is left of them. */
export async function crashUploads({
  script,
  kills,
  seed,
}: {
  /** The relay's bundled program. */
  script: string;
  kills: number;
  seed: number;
}): Promise<UploadCrashReport> {
  const startedAt = Date.now();
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-upload-crashes-'));
  const env = {
    ENV: 'local',
    LOG_LEVEL: 'error',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('base64'),
    ...generousMessageLimits,
  };
  const relay = await createRelayProcess(script, env);
  try {
    await relay.start();
    const world = await createWorld(relay.url, {
      bot: { kind: 'none' },
      attachments: { enabled: true },
    });
    const sent = await sendAll({ relay, world, kills, random: createRandom(seed) });
    const problems = [...relay.complaints()];
    for (const acked of sent.acked) problems.push((await problemOf(relay.url, acked)) ?? '');
    await relay.stop();
    const orphans = (await differences(database, dataDir)).length;
    problems.push(...(await settleADayLater(database, dataDir, env)));
    problems.push(...(await unkept(database, sent.acked)));
    return {
      seed,
      durationMs: Date.now() - startedAt,
      kills: sent.kills,
      acked: sent.acked.length,
      abandoned: sent.abandoned,
      orphans,
      problems: problems.filter((problem) => problem !== ''),
    };
  } finally {
    await relay.kill();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function sendAll(given: {
  relay: RelayProcess;
  world: World;
  kills: number;
  random: Random;
}) {
  const { relay, world, random } = given;
  const kills = Object.fromEntries(STEPS.map((step) => [step, 0])) as Record<Step, number>;
  const acked: AckedFile[] = [];
  let abandoned = 0;
  for (let done = 0; done < given.kills; done++) {
    const step = STEPS[done % STEPS.length]!; // never empty
    const restart = async () => {
      await relay.kill();
      kills[step]++;
      await relay.start();
    };
    const visitor = await createVisitor(relay.url, world);
    // Each step is tried with a visitor who stays, then with one who gives up.
    const leaves = Math.floor(done / STEPS.length) % 2 === 1;
    const file = await sendThroughCrash({
      url: relay.url,
      visitor,
      step,
      random,
      leaves,
      restart,
    });
    if (file) acked.push(file);
    else abandoned++;
  }
  return { kills, acked, abandoned };
}

/**
 * Starts a relay whose clock is a day ahead, which removes files without a message. Returns the differences that
 * remain.
 */
async function settleADayLater(
  database: TestDatabaseAddress,
  dataDir: string,
  env: Record<string, string>,
): Promise<string[]> {
  const clock = () => Date.now() + DAY + HOUR;
  const later = await startRelay({ env: { ...env, DATA_DIR: dataDir }, database, clock });
  try {
    const deadline = Date.now() + SETTLE_MS;
    for (;;) {
      const left = await differences(database, dataDir);
      if (left.length === 0 || Date.now() > deadline) return left;
      await wait(200);
    }
  } finally {
    await later.stop();
  }
}

/** Files without a message, and messages without their file. */
async function differences({ url }: TestDatabaseAddress, dataDir: string): Promise<string[]> {
  return reading(url, async (sql) => {
    const rows = await sql.rows<{ object: string | null; message_id: string | null }>(
      'SELECT object, message_id FROM uploads',
    );
    const bound = new Set(rows.flatMap((row) => (row.message_id === null ? [] : [row.object])));
    const files = readdirSync(join(dataDir, 'attachments'), {
      recursive: true,
      withFileTypes: true,
    }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
    const stored = new Set<string | null>(files);
    const queued = await sql.rows<{ object: string }>('SELECT object FROM attachment_removals');
    const leases = await sql.rows<{ object: string }>('SELECT object FROM upload_arrivals');
    const [booked] = await sql.rows<{ n: number | null }>(
      'SELECT SUM(bytes) AS n FROM upload_totals',
    );
    const [kept] = await sql.rows<{ n: number | null }>(
      'SELECT SUM(bytes) AS n FROM uploads WHERE object IS NOT NULL',
    );
    const surplus = Number(booked?.n ?? 0) - Number(kept?.n ?? 0);
    return [
      ...leases.map(({ object }) => `${object}: counts as arriving`),
      ...(surplus === 0 ? [] : [`${surplus} bytes more are booked than kept`]),
      ...rows.flatMap((row) => (row.message_id === null ? ['a row without a message'] : [])),
      ...files.filter((name) => !bound.has(name)).map((name) => `${name}: no message has it`),
      ...[...bound].filter((name) => !stored.has(name)).map((name) => `${name}: is not there`),
      ...queued.map(({ object }) => `${object}: is still to be removed`),
    ];
  });
}

/** Acknowledged files that their messages no longer have. */
async function unkept({ url }: TestDatabaseAddress, acked: AckedFile[]): Promise<string[]> {
  return reading(url, async (sql) => {
    const rows = await sql.rows<{ upload_id: string; sha256: string }>(
      'SELECT upload_id, sha256 FROM uploads',
    );
    const kept = new Map(rows.map(({ upload_id: id, sha256 }) => [id, sha256]));
    return acked
      .filter(({ uploadId, sha256 }) => kept.get(uploadId) !== sha256)
      .map(({ uploadId }) => `${uploadId}: is lost`);
  });
}

async function reading<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, quietLog);
  try {
    return await work(database.read);
  } finally {
    await database.close();
  }
}
