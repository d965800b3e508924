import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import type { Tx } from './database';
import { isConflict, isNotPrepared } from './failures';
import type { Sql } from './sql';

interface TransactionParts<T> {
  sql: Sql;
  /** Null: one statement, which commits itself. */
  begin: string | null;
  /** What models take to work in this transaction. */
  joinModels(): Promise<Transaction>;
  work(tx: Tx): Promise<T>;
}

/** One transaction, begun and ended here; models join it when they are first used in it. */
export async function runTransaction<T>(parts: TransactionParts<T>): Promise<T> {
  const { sql, begin, joinModels, work } = parts;
  let joined: Promise<Transaction> | undefined;
  const reports: (() => void)[] = [];
  const tx: Tx = {
    dialect: sql.dialect,
    rows: sql.rows,
    run: sql.run,
    insert: sql.insert,
    forModels: () => (joined ??= joinModels()),
    afterCommit: (report) => void reports.push(report),
  };
  let result: T;
  if (begin !== null) await sql.run(begin);
  try {
    result = await work(tx);
    if (begin !== null) await sql.run('COMMIT');
  } catch (error) {
    // On a lost connection this fails, and the server rolls back automatically.
    if (begin !== null) await sql.run('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // A model that still has it is told that it is over.
    await joined?.then((transaction) => transaction.commit()).catch(() => undefined);
  }
  for (const report of reports) report();
  return result;
}

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 100;

/**
 * Repeats what conflicted with another transaction, until its time is over. The pauses are random and grow: where
 * two nodes of a cluster write the same rows, the one that waits longer loses nothing but time.
 */
export async function retryConflicts<T>(withinMs: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
      const isLate = performance.now() + pauseMs > deadline;
      if (isLate || !(isConflict(error) || isNotPrepared(error))) throw error;
      await wait(pauseMs);
    }
  }
}
