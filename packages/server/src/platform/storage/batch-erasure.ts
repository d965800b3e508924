import { setTimeout as wait } from 'node:timers/promises';
import type { Database, TransactionOptions, Tx } from './database';
import { keyIn } from './sql';
import type { SqlValue } from './table';

/** The rows of a table to erase: all that match `where`. */
export interface ErasedRows {
  table: string;
  /** The columns of its primary key, in order. */
  key: readonly string[];
  where: string;
  params: readonly SqlValue[];
}

/** The share of the writers' time that work in the background may take. */
export interface PaceRules {
  /** The intended time of a transaction. Other writers wait for it, in the worst case three times as long. */
  aimMs: number;
  /** The shortest pause after a transaction. A pause is never shorter than the transaction was. */
  restMs: number;
}

/** Takes half of the time: for work that a person waits for. */
const STEADY: PaceRules = { aimMs: 15, restMs: 0 };
/** Takes an eighth of the time, in short transactions: for work that may last an hour. */
export const GENTLE: PaceRules = { aimMs: 6, restMs: 45 };

const FIRST_BATCH = 50;
/** Smaller batches are no quicker: a commit takes its time, however few rows it has. */
const MIN_BATCH = 20;
const MAX_BATCH = 500;

/** Runs transactions with pauses, so that other writers hardly notice them. */
export interface Pace {
  /** How many rows the next transaction may change, by the time that the last ones took. */
  rows: number;
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
      // The time includes the commit: until then other writers wait.
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

/** The next batch's size. It grows slowly, and shrinks at once. @internal for its test */
export function nextBatchSize(size: number, heldMs: number, aimMs = STEADY.aimMs): number {
  const wanted = heldMs > aimMs ? (size * aimMs) / heldMs : heldMs < aimMs / 2 ? size * 1.25 : size;
  return Math.min(MAX_BATCH, Math.max(MIN_BATCH, Math.floor(wanted)));
}
