import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import type { Tx } from './database';
import { isConflict, isNotPrepared } from './failures';
import type { Sql } from './sql';

interface TransactionParts<T> {
  sql: Sql;
  /** Null: one statement, which commits itself. */
  begin: string | null;
  /** Makes the `transaction` option for models, on this connection. */
  joinModels(): Promise<Transaction>;
  work(tx: Tx): Promise<T>;
}

/** Begins, runs and ends one transaction. Models join it when they are first used in it. */
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
    // Releases Sequelize's handle of this transaction: a model that uses it later fails.
    await joined?.then((transaction) => transaction.commit()).catch(() => undefined);
  }
  for (const report of reports) report();
  return result;
}

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 100;

/**
 * Repeats an attempt that conflicted with another transaction, for `withinMs`. The pauses are random and grow, so that
 * two nodes which write the same rows don't conflict again and again.
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
