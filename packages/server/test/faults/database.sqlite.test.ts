import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSql } from '../support/direct-sql';
import { createTestDatabase, type TestDatabaseAddress } from '../support/database';
import { fillDisk, mountDisk } from '../support/full-disk';
import { startRelay, type TestRelay } from '../support/relay';
import { startTalker, type Talker } from '../support/talker';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const TALKERS = 4;
/** A thread of SQLite ends with an error when it gets this. */
const NOT_A_REQUEST = null;
const BACK = { timeout: 15_000, interval: 20 };

let database: TestDatabaseAddress;
let relay: TestRelay;
let world: World;
let talkers: Talker[];
let sockets: VisitorSocket[];

async function start(): Promise<void> {
  relay = await startRelay({ database });
  world = await createWorld(relay.url);
  sockets = [];
  for (let n = 0; n < TALKERS; n++) {
    const { token } = await createVisitor(relay.url, world);
    sockets.push(await VisitorSocket.open(relay.url, token, { origin: world.origin }));
  }
  talkers = sockets.map(startTalker);
}

const acksAgain = async () => {
  const before = talkers.map(({ acked }) => acked.size);
  await expect
    .poll(() => talkers.every(({ acked }, n) => acked.size > (before[n] ?? 0) + 2), BACK)
    .toBe(true);
};
const errorsForAll = async () => {
  const before = talkers.map(({ errors }) => errors.length);
  await expect
    .poll(() => talkers.every(({ errors }, n) => errors.length > (before[n] ?? 0)), BACK)
    .toBe(true);
};
/** Repeats a call over HTTP until it is refused: small writes may still fit on a full disk. */
const expectRefusedCall = async () => {
  let refusal = '';
  const call = async () => {
    refusal = await createVisitor(relay.url, world).then(
      () => '',
      (error: Error) => error.message,
    );
    return refusal;
  };
  await expect.poll(call, BACK).not.toBe('');
  expect(refusal).toMatch(/got 503: .*"storage_unavailable"/);
};
const expectNothingLost = async () => {
  await Promise.all(talkers.map((talker) => talker.stop()));
  for (const { ws } of sockets) expect(ws.readyState, 'no socket was closed').toBe(ws.OPEN);
  const stored = await readSql<{ content: string; seq: number }>(
    database,
    "SELECT content, seq FROM messages WHERE sender = 'visitor'",
  );
  const acked = talkers.flatMap((talker) => [...talker.acked]);
  expect(stored.length, 'what is stored was acknowledged, and once').toBe(acked.length);
  const seqs = new Map(stored.map(({ content, seq }) => [content, seq]));
  for (const [content, seq] of acked) expect(seqs.get(content)).toBe(seq);
  const errors = talkers.flatMap((talker) => talker.errors);
  // A talker that repeats a message too soon is refused, and repeats it once more.
  const expected = ['storage_unavailable', 'rate_limited'];
  expect(errors.filter((code) => !expected.includes(code))).toEqual([]);
};

describe('a relay whose SQLite thread ends', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    await start();
    return async () => {
      await relay.stop();
      await database.drop();
    };
  });

  /** Makes the thread fail that gets this statement next, before or after it runs the statement. */
  const failThreadAt = (statement: RegExp, when: 'before' | 'after') =>
    new Promise<void>((resolve) => {
      const original = Worker.prototype.postMessage;
      const sent = vi.spyOn(Worker.prototype, 'postMessage');
      sent.mockImplementation(function (this: Worker, ...args) {
        const requests = [args[0]].flat() as { sql?: string }[];
        const place = requests.findIndex(({ sql = '' }) => statement.test(sql));
        if (place === -1) return original.apply(this, args);
        sent.mockRestore();
        const end = when === 'before' ? place : place + 1;
        original.call(this, requests.slice(0, end));
        original.call(this, NOT_A_REQUEST);
        original.call(this, requests.slice(end));
        this.once('exit', () => resolve());
      });
    });

  it.each([
    ['BEGIN', 'before'],
    ['BEGIN', 'after'],
    ['INSERT INTO messages', 'before'],
    ['INSERT INTO messages', 'after'],
    ['COMMIT', 'before'],
    ['COMMIT', 'after'],
  ] as const)(
    'answers storage_unavailable and continues when the thread ends at %s, %s it ran',
    async (statement, when) => {
      for (let round = 0; round < 5; round++) {
        await acksAgain();
        await failThreadAt(new RegExp(`^${statement}`), when);
      }
      await acksAgain();
      await expectNothingLost();
    },
    60_000,
  );

  it('answers 503 and then reads again when the thread ends in a read', async () => {
    await acksAgain();
    const stop = new AbortController();
    const reads = (async () => {
      const statuses = new Set<number>();
      while (!stop.signal.aborted) statuses.add((await fetch(`${relay.url}/readyz`)).status);
      return statuses;
    })();
    for (let round = 0; round < 5; round++) await failThreadAt(/^SELECT 1/, 'before');
    stop.abort();
    expect(await reads).toContain(503);
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
  }, 60_000);

  it('answers a call with storage_unavailable when the thread ends in it, and the next one', async () => {
    await Promise.all(talkers.map((talker) => talker.stop()));
    const failed = failThreadAt(/INSERT INTO .?visitor_sessions/, 'before');
    await expectRefusedCall();
    await failed;
    await createVisitor(relay.url, world);
  });
});

describe('a relay whose disk is full', () => {
  let disk: ReturnType<typeof mountDisk>;
  beforeEach(async () => {
    disk = mountDisk('8m');
    database = { url: `sqlite:${join(disk.folder, 'relay.sqlite')}`, drop: async () => undefined };
    await start();
  });
  afterEach(async () => {
    await relay.stop();
    disk.unmount();
  });

  const readiness = async () => (await fetch(`${relay.url}/readyz`)).status;

  it('answers storage_unavailable on a full disk until there is room again', async () => {
    await acksAgain();
    expect(await readiness()).toBe(200);
    const filler = join(disk.folder, 'filler');
    fillDisk(filler);
    await errorsForAll();
    await expectRefusedCall();
    await expect.poll(readiness, BACK).toBe(503);
    expect((await fetch(`${relay.url}/healthz`)).status).toBe(200);
    rmSync(filler);
    await acksAgain();
    await expect.poll(readiness, BACK).toBe(200);
    await expectNothingLost();
  }, 60_000);
});
