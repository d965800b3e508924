import { AppError } from '../errors';
import type { Database, Tx } from './database';
import { isUnavailable } from './failures';

export interface GroupCommitOptions<Job, Result> {
  database: Database;
  maxBatch: number;
  /** The most waiting jobs. A further one is refused, so that memory stays bounded. */
  maxQueued: number;
  /** How many batches may be in flight; SQLite has one writer and always gets one. */
  maxInFlight: number;
  /** Jobs with equal keys never run in two batches at once, and keep their order. */
  keyOf(job: Job): string;
  /** On a sharded database a batch holds jobs of one shard. */
  shardOf(job: Job): string;
  /** How many jobs of one key a batch takes, so that a flood of one does not delay the others; all by default. */
  maxPerKey?: number;
  /** Makes batches fewer and larger. Without it, a batch starts at once, while others are in flight. */
  gathering?: Gathering;
  /** Runs all jobs of a batch in one transaction. An Error as a job's result rejects that job only. */
  apply(tx: Tx, jobs: readonly Job[]): Promise<readonly (Result | Error)[]>;
  /** Called once per committed batch, before the jobs' promises resolve. */
  onCommitted?(jobs: readonly Job[], results: readonly (Result | Error)[]): void;
}

export interface Gathering {
  /** Whether the batch can start: no more jobs are expected for now. */
  isComplete(waiting: number): boolean;
  /** How long a batch that is not complete waits for more jobs. */
  forMs: number;
  /** How long a batch waits for the one in flight, which may be stuck. */
  behindMs: number;
}

export interface GroupCommit<Job, Result> {
  /**
   * Resolves when the job's batch is durable.
   * @throws {AppError} overloaded, or storage_unavailable for a job that waited too long
   */
  submit(job: Job): Promise<Result>;
  /** Resolves when nothing waits and nothing is in flight. */
  drain(): Promise<void>;
  /** Jobs that wait or are in flight. */
  depth(): number;
  /** The age of the oldest of them, 0 if there is none. */
  oldestMs(): number;
}

interface Waiting<Job, Result> {
  job: Job;
  key: string;
  shard: string;
  since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Many jobs, one durable commit: while a transaction is in flight, the next batch gathers. Without `gathering`
 * there is no timer, so an idle queue commits at once. One fsync per job would allow only a few hundred jobs a
 * second.
 */
export function createGroupCommit<Job, Result>(
  options: GroupCommitOptions<Job, Result>,
): GroupCommit<Job, Result> {
  type Entry = Waiting<Job, Result>;
  const { database, maxBatch, maxQueued, keyOf, shardOf, apply, maxPerKey = maxBatch } = options;
  const { gathering } = options;
  const maxInFlight = database.dialect === 'sqlite' ? 1 : options.maxInFlight;
  const waitMs = database.limits.statementMs;
  /** The longest waiting first. */
  let waiting: Entry[] = [];
  const running = new Set<Entry>();
  let expiry: NodeJS.Timeout | undefined;
  const busyKeys = new Set<string>();
  let inFlight = 0;
  let isScheduled = false;
  let gatheringEnd: NodeJS.Timeout | undefined;
  let idleWaiters: (() => void)[] = [];

  const submit = (job: Job): Promise<Result> => {
    if (waiting.length >= maxQueued) {
      return Promise.reject(new AppError('overloaded', { retryAfterS: 1 }));
    }
    return new Promise((resolve, reject) => {
      waiting.push({
        job,
        key: keyOf(job),
        shard: database.isSharded ? shardOf(job) : '',
        since: performance.now(),
        resolve,
        reject,
      });
      schedule();
      expiry ??= setTimeout(expire, waitMs);
    });
  };

  const schedule = (): void => {
    if (isScheduled || inFlight >= maxInFlight) return;
    const isReady = inFlight === 0 && gathering?.isComplete(waiting.length);
    if (!gathering || isReady) return startSoon();
    gatheringEnd ??= setTimeout(startSoon, inFlight === 0 ? gathering.forMs : gathering.behindMs);
  };

  // Waits for the end of this turn of the event loop, so that all frames read in it share the batch.
  const startSoon = (): void => {
    endGathering();
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      startBatches();
    });
  };

  const endGathering = (): void => {
    clearTimeout(gatheringEnd);
    gatheringEnd = undefined;
  };

  const startBatches = (): void => {
    while (inFlight < maxInFlight) {
      const batch: Entry[] = [];
      fill(batch);
      if (batch.length === 0) break;
      inFlight++;
      void runBatch(batch).finally(() => {
        inFlight--;
        for (const entry of batch) {
          running.delete(entry);
          busyKeys.delete(entry.key);
        }
        endGathering();
        if (waiting.length > 0) schedule();
        else if (inFlight === 0) settleIdle();
      });
    }
  };

  /**
   * Rejects every job older than a statement's limit, also in a running batch: it is unknown whether that one
   * commits. A timer per job would cost more than the job.
   */
  const expire = (): void => {
    const latest = performance.now() - waitMs;
    const isLate = ({ since }: Entry): boolean => since <= latest;
    const late = [...running, ...waiting].filter(isLate);
    waiting = waiting.filter((entry) => !isLate(entry));
    rejectAll(late, new AppError('storage_unavailable', { retryAfterS: 1 }));
    const next = [...running, ...waiting].find((entry) => !isLate(entry));
    expiry = next && setTimeout(expire, next.since - latest);
    if (waiting.length === 0 && inFlight === 0) settleIdle();
  };

  /** Adds waiting jobs to a batch, behind those that it has. */
  const fill = (batch: Entry[]): void => {
    const rest: Entry[] = [];
    const maxKeys = shareOfKeys();
    const taken = new Map<string, number>();
    for (const { key } of batch) taken.set(key, (taken.get(key) ?? 0) + 1);
    let next = 0;
    for (; next < waiting.length && batch.length < maxBatch; next++) {
      const entry = waiting[next] as Entry;
      const ofKey = taken.get(entry.key) ?? 0;
      const isOfShard = batch.length === 0 || batch[0]?.shard === entry.shard;
      const isFree = ofKey > 0 || (!busyKeys.has(entry.key) && taken.size < maxKeys);
      const isTaken = isOfShard && isFree && ofKey < maxPerKey;
      (isTaken ? batch : rest).push(entry);
      if (isTaken) taken.set(entry.key, ofKey + 1);
    }
    waiting = rest.concat(waiting.slice(next));
    for (const entry of batch) {
      running.add(entry);
      busyKeys.add(entry.key);
    }
  };

  /** The most keys of a batch. A long queue with few keys is divided: a batch with all keys would block the others. */
  const shareOfKeys = (): number => {
    if (inFlight > 0 || maxInFlight === 1 || waiting.length <= maxBatch) return Infinity;
    const keys = new Set(waiting.map(({ key }) => key)).size;
    return keys > maxBatch ? Infinity : Math.ceil(keys / maxInFlight);
  };

  const runBatch = async (batch: Entry[]): Promise<void> => {
    let isBegun = false;
    let results: readonly (Result | Error)[];
    try {
      results = await database.transaction((tx) => {
        // Jobs that arrived while the batch waited for its turn to write join it, and save a commit.
        if (!isBegun) fill(batch);
        isBegun = true;
        return apply(tx, jobsOf(batch));
      });
    } catch (error) {
      // One job must not affect the others; if the database is unavailable, all have failed alike.
      if (batch.length === 1 || isUnavailable(error)) return rejectAll(batch, error);
      for (const entry of batch) await runAlone(entry);
      return;
    }
    finish(batch, results);
  };

  const runAlone = async (entry: Entry): Promise<void> => {
    try {
      finish([entry], await database.transaction((tx) => apply(tx, [entry.job])));
    } catch (error) {
      entry.reject(error);
    }
  };

  const finish = (batch: Entry[], results: readonly (Result | Error)[]): void => {
    try {
      options.onCommitted?.(jobsOf(batch), results);
    } catch (error) {
      // Committed jobs must not run again.
      return rejectAll(batch, error);
    }
    batch.forEach(({ resolve, reject }, index) => {
      const result = results[index] as Result | Error;
      if (result instanceof Error) reject(result);
      else resolve(result);
    });
  };

  const jobsOf = (batch: Entry[]): Job[] => batch.map(({ job }) => job);

  const rejectAll = (batch: Entry[], error: unknown): void => {
    for (const { reject } of batch) reject(error);
  };

  const settleIdle = (): void => {
    clearTimeout(expiry);
    expiry = undefined;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  };

  return {
    submit,
    drain: () =>
      inFlight === 0 && waiting.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => idleWaiters.push(resolve)),
    depth: () => waiting.length + running.size,
    oldestMs: () => {
      const [entry] = waiting;
      const since = [...(entry ? [entry] : []), ...running].map((job) => job.since);
      return since.length === 0 ? 0 : performance.now() - Math.min(...since);
    },
  };
}
