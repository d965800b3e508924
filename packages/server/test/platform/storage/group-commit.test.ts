import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createGroupCommit,
  type GroupCommitOptions,
} from '../../../src/platform/storage/group-commit';
import type { Database } from '../../../src/platform/storage/database';
import { openTestDatabase } from '../../support/database';

interface Job {
  key: string;
  n: number;
}

let database: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
});
afterEach(() => close());

const echo = async (_tx: unknown, jobs: readonly Job[]): Promise<number[]> =>
  jobs.map(({ n }) => n);

function createGroup(options: Partial<GroupCommitOptions<Job, number>> = {}) {
  return createGroupCommit<Job, number>({
    database,
    maxBatch: 8,
    maxQueued: 1_000,
    maxInFlight: 4,
    keyOf: ({ key }) => key,
    shardOf: ({ n }) => `${n % 3}`,
    apply: echo,
    ...options,
  });
}

const jobs = (count: number, keyOf: (n: number) => string = String): Job[] =>
  Array.from({ length: count }, (_, n) => ({ key: keyOf(n), n }));

/** A promise that a test resolves to let all waiting work continue. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a group commit', () => {
  it('gives each job of a batch its own result', async () => {
    const group = createGroup();
    expect(await Promise.all(jobs(50).map(group.submit))).toEqual(jobs(50).map(({ n }) => n));
  });

  it('holds jobs of one shard in a batch on a sharded database, and of any on another', async () => {
    for (const isSharded of [true, false]) {
      const shards: number[] = [];
      const group = createGroup({
        database: { ...database, isSharded },
        apply: (tx, batch) => {
          shards.push(new Set(batch.map(({ n }) => n % 3)).size);
          return echo(tx, batch);
        },
      });
      expect(await Promise.all(jobs(24).map(group.submit))).toHaveLength(24);
      expect(shards).toEqual(isSharded ? [1, 1, 1] : [3, 3, 3]);
    }
  });

  it('takes a few jobs of a key that floods, and all of the others, into each batch', async () => {
    const batches: string[] = [];
    const group = createGroup({
      maxPerKey: 2,
      apply: (tx, batch) => {
        batches.push(batch.map(({ key, n }) => `${key}${n}`).join(' '));
        return echo(tx, batch);
      },
    });
    const flood = jobs(5, () => 'flood');
    await Promise.all([...flood, { key: 'other', n: 0 }].map(group.submit));
    expect(batches).toEqual(['flood0 flood1 other0', 'flood2 flood3', 'flood4']);
  });

  it('takes what came while it waited for its turn to write into the same batch', async () => {
    const turn = createGate();
    const batches: string[] = [];
    const group = createGroup({
      maxInFlight: 1,
      maxPerKey: 2,
      database: {
        ...database,
        transaction: async (work, options) => {
          await turn.opened;
          return database.transaction(work, options);
        },
      },
      apply: (tx, batch) => {
        batches.push(batch.map(({ key, n }) => `${key}${n}`).join(' '));
        return echo(tx, batch);
      },
    });
    const first = group.submit({ key: 'a', n: 0 });
    await new Promise(setImmediate); // its batch has begun
    const others = [...jobs(3, () => 'a').slice(1), { key: 'b', n: 3 }].map(group.submit);
    expect(group.depth()).toBe(4);
    turn.open();
    expect(await Promise.all([first, ...others])).toEqual([0, 1, 2, 3]);
    expect(batches).toEqual(['a0 a1 b3', 'a2']);
  });

  it('runs waiting jobs in one transaction, up to a batch', async () => {
    const sizes: number[] = [];
    const group = createGroup({
      maxInFlight: 1,
      apply: (tx, batch) => {
        sizes.push(batch.length);
        return echo(tx, batch);
      },
    });
    await Promise.all(jobs(20).map(group.submit));
    expect(sizes).toEqual([8, 8, 4]);
  });

  it('shares the keys among the batches while more jobs wait than one takes', async () => {
    if (database.dialect === 'sqlite') return;
    const gate = createGate();
    const started: number[] = [];
    const group = createGroup({
      maxInFlight: 2,
      apply: async (_tx, batch) => {
        started.push(new Set(batch.map(({ key }) => key)).size);
        await gate.opened;
        return batch.map(() => 0);
      },
    });
    const done = Promise.all(jobs(16, (n) => `${n % 8}`).map(group.submit));
    await vi.waitFor(() => expect(started).toEqual([4, 4]));
    gate.open();
    await done;
  });

  it('waits a moment for the jobs that are expected, and not once all are there', async () => {
    const batches: number[] = [];
    const group = createGroup({
      gathering: { isComplete: (waiting) => waiting >= 3, forMs: 50, behindMs: 1_000 },
      apply: async (_tx, batch) => {
        batches.push(batch.length);
        return batch.map(() => 0);
      },
    });
    const from = performance.now();
    const [first, ...others] = jobs(3).map((job) => () => group.submit(job));
    const done = [first?.()];
    await turnOfTheEventLoop();
    await Promise.all([...done, ...others.map((submit) => submit())]);
    expect(batches).toEqual([3]);
    expect(performance.now() - from).toBeLessThan(50);

    await group.submit({ key: 'alone', n: 0 });
    expect(batches).toEqual([3, 1]);
    expect(performance.now() - from).toBeGreaterThanOrEqual(50);
  });

  it('starts no batch while another is in flight, unless that one is stuck', async () => {
    if (database.dialect === 'sqlite') return;
    const stuck = createGate();
    const started: string[] = [];
    const group = createGroup({
      gathering: { isComplete: () => true, forMs: 1, behindMs: 100 },
      apply: async (_tx, batch) => {
        started.push(...batch.map(({ key }) => key));
        if (batch.some(({ key }) => key === 'stuck')) await stuck.opened;
        return batch.map(() => 0);
      },
    });
    const first = group.submit({ key: 'stuck', n: 0 });
    await vi.waitFor(() => expect(started).toEqual(['stuck']));
    const from = performance.now();
    await group.submit({ key: 'next', n: 0 });
    expect(performance.now() - from).toBeGreaterThanOrEqual(99);
    stuck.open();
    await first;
  });

  it("never has one key in two batches and keeps each key's order", async () => {
    const busy = new Set<string>();
    const done = new Map<string, number[]>();
    let mostInFlight = 0;
    let inFlight = 0;
    const group = createGroup({
      apply: async (tx, batch) => {
        const keys = [...new Set(batch.map(({ key }) => key))];
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        for (const key of keys) {
          expect(busy.has(key)).toBe(false);
          busy.add(key);
        }
        for (const { key, n } of batch) done.set(key, [...(done.get(key) ?? []), n]);
        await tx.rows('SELECT 1');
        for (const key of keys) busy.delete(key);
        inFlight--;
        return echo(tx, batch);
      },
    });
    const all = jobs(400, (n) => `key ${(n * n) % 7}-${n % 3}`);
    await Promise.all(all.map(group.submit));

    const keys = new Set(all.map(({ key }) => key));
    for (const key of keys) {
      expect(done.get(key)).toEqual(all.filter((job) => job.key === key).map(({ n }) => n));
    }
    expect(mostInFlight).toBeLessThanOrEqual(database.dialect === 'sqlite' ? 1 : 4);
  });

  it('delays no other keys by a stuck batch where the database has many writers', async () => {
    const gate = createGate();
    const group = createGroup({
      maxBatch: 1,
      apply: async (tx, batch) => {
        if (batch[0]?.key === 'slow') await gate.opened;
        return echo(tx, batch);
      },
    });
    const finished: string[] = [];
    const submit = (key: string) => group.submit({ key, n: 0 }).then(() => finished.push(key));
    const all = Promise.all([submit('slow'), submit('fast')]);
    if (database.dialect === 'mysql') await vi.waitFor(() => expect(finished).toEqual(['fast']));
    gate.open();
    await all;
    expect(finished).toEqual(database.dialect === 'mysql' ? ['fast', 'slow'] : ['slow', 'fast']);
  });

  it('rejects a job whose result is an Error, and no other of its batch', async () => {
    const group = createGroup({
      apply: async (_tx, batch) => batch.map(({ n }) => (n === 3 ? new Error('not this one') : n)),
    });
    const results = await Promise.allSettled(jobs(6).map(group.submit));
    expect(results.map(({ status }) => status)).toEqual(
      jobs(6).map(({ n }) => (n === 3 ? 'rejected' : 'fulfilled')),
    );
  });

  it('commits the neighbours of a job that fails its transaction, in their order', async () => {
    const committed: number[] = [];
    const group = createGroup({
      apply: async (tx, batch) => {
        if (batch.some(({ n }) => n === 3)) throw new Error('poison');
        return echo(tx, batch);
      },
      onCommitted: (batch) => committed.push(...batch.map(({ n }) => n)),
    });
    const results = await Promise.allSettled(jobs(6, () => 'same').map(group.submit));
    expect(results.map(({ status }) => status)).toEqual(
      jobs(6).map(({ n }) => (n === 3 ? 'rejected' : 'fulfilled')),
    );
    expect(committed).toEqual([0, 1, 2, 4, 5]);
  });

  it('fails a batch as a whole, without a run for each job, when the database is down', async () => {
    let runs = 0;
    const group = createGroup({
      apply: async () => {
        runs++;
        throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      },
    });
    const results = await Promise.allSettled(jobs(8).map(group.submit));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(runs).toBe(1);
  });

  it('reports a commit once, before its jobs resolve', async () => {
    const told: string[] = [];
    const group = createGroup({
      onCommitted: (batch, results) => told.push(`batch of ${batch.length}: ${results.join(' ')}`),
    });
    await Promise.all(jobs(3).map(async (job) => told.push(`job ${await group.submit(job)}`)));
    expect(told).toEqual(['batch of 3: 0 1 2', 'job 0', 'job 1', 'job 2']);
  });

  it('resolves no job before its transaction has committed', async () => {
    const gate = createGate();
    const told: string[] = [];
    const withSlowCommit: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          const result = await work(tx);
          await gate.opened;
          told.push('committed');
          return result;
        }),
    };
    const group = createGroup({
      database: withSlowCommit,
      apply: async (tx, batch) => {
        // The turn in which a job would resolve too early.
        setImmediate(gate.open);
        return echo(tx, batch);
      },
      onCommitted: () => told.push('reported'),
    });
    await Promise.all(jobs(2).map(async (job) => told.push(`job ${await group.submit(job)}`)));
    expect(told).toEqual(['committed', 'reported', 'job 0', 'job 1']);
  });

  it('runs nothing again when a listener fails after the commit', async () => {
    let runs = 0;
    const group = createGroup({
      apply: (tx, batch) => {
        runs++;
        return echo(tx, batch);
      },
      onCommitted: () => {
        throw new Error('a listener failed');
      },
    });
    const results = await Promise.allSettled(jobs(3).map(group.submit));
    expect(results.map((result) => String((result as PromiseRejectedResult).reason))).toEqual(
      Array<string>(3).fill('Error: a listener failed'),
    );
    expect(runs).toBe(1);
  });

  it('refuses jobs beyond the queue of a group commit', async () => {
    const group = createGroup({ maxQueued: 3 });
    const results = await Promise.allSettled(jobs(5).map(group.submit));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { code: 'overloaded' } });
    await expect(group.submit({ key: 'later', n: 9 })).resolves.toBe(9);
  });

  it('answers unavailable for a job that has waited longer than a statement may take', async () => {
    const gate = createGate();
    const group = createGroup({
      database: { ...database, limits: { ...database.limits, statementMs: 200 } },
      maxBatch: 1,
      apply: async (tx, batch) => {
        await gate.opened;
        return echo(tx, batch);
      },
    });
    const running = group.submit({ key: 'same', n: 0 });
    await vi.waitFor(() => expect(group.oldestMs()).toBeGreaterThan(0));
    const waiting = jobs(3, () => 'same').map(group.submit);
    for (const result of await Promise.allSettled([running, ...waiting])) {
      expect(result).toMatchObject({ reason: { code: 'storage_unavailable', retryAfterS: 1 } });
    }
    expect(group.depth()).toBe(1);
    expect(group.oldestMs()).toBeGreaterThanOrEqual(200);
    gate.open();
    await group.drain();
    expect(group.oldestMs()).toBe(0);
  });

  it('drains until every job has its answer', async () => {
    const group = createGroup({ maxBatch: 2 });
    let answered = 0;
    for (const job of jobs(9, () => 'same')) void group.submit(job).then(() => answered++);
    expect(group.depth()).toBe(9);
    await group.drain();
    expect(answered).toBe(9);
    expect(group.depth()).toBe(0);
    await group.drain();
  });
});
