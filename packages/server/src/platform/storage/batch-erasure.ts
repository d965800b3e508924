import { setTimeout as wait } from 'node:timers/promises';
import type { Database, TransactionOptions, Tx } from './database';
import { keyIn } from './sql';
import type { SqlValue } from './table';

/** Rows that are erased: all of a table that match. */
export interface ErasedRows {
  table: string;
  /** The columns of its primary key, in order. */
  key: readonly string[];
  where: string;
  params: readonly SqlValue[];
}

/** How much of the writers' time work in the background takes. */
export interface PaceRules {
  /** How long a transaction is to take: others who write wait for it, in the worst case at most three times as long. */
  aimMs: number;
  /** How long to rest after a transaction at least. It is never shorter than the transaction was. */
  restMs: number;
}

/** Half of the time: for work that someone waits for. */
const STEADY: PaceRules = { aimMs: 15, restMs: 0 };
/** An eighth of the time, in short transactions: for work that may take an hour. */
export const GENTLE: PaceRules = { aimMs: 6, restMs: 45 };

const FIRST_BATCH = 50;
/** A commit takes its time, however few rows it has. */
const MIN_BATCH = 20;
const MAX_BATCH = 500;

/** Transactions that others who write hardly notice. */
export interface Pace {
  /** How many rows the next one may change. It follows the time that the ones before it took. */
  rows: number;
  /** Runs one, and rests. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export function createPace(database: Database, { aimMs, restMs }: PaceRules = STEADY): Pace {
  const pace: Pace = {
    rows: FIRST_BATCH,
    transaction: async (work, options) => {
      let startedAt = 0;
      const result = await database.transaction((tx) => {
        startedAt = performance.now();
        return work(tx);
      }, options);
      // With the commit: until then other writers wait.
      const heldMs = performance.now() - startedAt;
      pace.rows = nextBatchSize(pace.rows, heldMs, aimMs);
      await wait(Math.max(heldMs, restMs));
      return result;
    },
  };
  return pace;
}

/**
 * Deletes rows in batches of at most 500, each a transaction of its own, with rests between them, so that other
 * writers wait for some milliseconds at most. Rows are found before the transaction. What is written meanwhile is
 * deleted as well. Several may run at once.
 * @param isStopped asked between batches
 * @returns how many were deleted
 */
export async function eraseInBatches(
  database: Database,
  { table, key, where, params }: ErasedRows,
  isStopped: () => boolean,
  pace = createPace(database),
): Promise<number> {
  let erased = 0;
  while (!isStopped()) {
    const rows = await database.read.rows<Record<string, SqlValue>>(
      `SELECT ${key.join(', ')} FROM ${table} WHERE ${where} ORDER BY ${key.join(', ')} LIMIT ?`,
      [...params, pace.rows],
    );
    if (rows.length === 0) break;
    const keys = rows.map((row) => key.map((column) => row[column] ?? null));
    erased += await pace.transaction(
      (tx) => tx.run(`DELETE FROM ${table} WHERE ${keyIn(tx.dialect, key, keys)}`, keys.flat()),
      { isOneStatement: true },
    );
  }
  return erased;
}

/** Grows slowly, and shrinks at once. @internal for its test */
export function nextBatchSize(size: number, heldMs: number, aimMs = STEADY.aimMs): number {
  const wanted = heldMs > aimMs ? (size * aimMs) / heldMs : heldMs < aimMs / 2 ? size * 1.25 : size;
  return Math.min(MAX_BATCH, Math.max(MIN_BATCH, Math.floor(wanted)));
}
