import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database';
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

const FIRST_BATCH = 100;
const MAX_BATCH = 500;
const MIN_BATCH = 10;
/** Others who write wait for one batch: at most twice as long, as the size follows the time. */
const AIM_MS = 25;

/**
 * Deletes rows in batches of at most 500, each a transaction of its own, and rests as long as each took, so
 * that other writers wait for some milliseconds at most. Rows are found before the transaction. What is written
 * meanwhile is deleted as well. Several may run at once.
 * @param isStopped asked between batches
 * @returns how many were deleted
 */
export async function eraseInBatches(
  database: Database,
  { table, key, where, params }: ErasedRows,
  isStopped: () => boolean,
): Promise<number> {
  let size = FIRST_BATCH;
  let erased = 0;
  while (!isStopped()) {
    const rows = await database.read.rows<Record<string, SqlValue>>(
      `SELECT ${key.join(', ')} FROM ${table} WHERE ${where} ORDER BY ${key.join(', ')} LIMIT ?`,
      [...params, size],
    );
    if (rows.length === 0) break;
    const keys = rows.map((row) => key.map((column) => row[column] ?? null));
    let tookMs = 0;
    erased += await database.transaction(async (tx) => {
      const startedAt = performance.now();
      const deleted = await tx.run(
        `DELETE FROM ${table} WHERE ${keyIn(tx.dialect, key, keys)}`,
        keys.flat(),
      );
      tookMs = performance.now() - startedAt;
      return deleted;
    });
    size = nextSize(size, tookMs);
    await wait(tookMs);
  }
  return erased;
}

function nextSize(size: number, tookMs: number): number {
  if (tookMs > AIM_MS) return Math.max(MIN_BATCH, Math.floor(size / 2));
  return tookMs < AIM_MS / 2 ? Math.min(MAX_BATCH, size * 2) : size;
}
