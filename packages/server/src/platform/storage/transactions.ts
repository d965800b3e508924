import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import type { Tx } from './database';
import { isConflict } from './failures';
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
  const tx: Tx = {
    dialect: sql.dialect,
    rows: sql.rows,
    run: sql.run,
    forModels: () => (joined ??= joinModels()),
  };
  if (begin === null) return work(tx);
  await sql.run(begin);
  try {
    const result = await work(tx);
    await sql.run('COMMIT');
    return result;
  } catch (error) {
    // On a lost connection this fails, and the server rolls back automatically.
    await sql.run('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // A model that still has it is told that it is over.
    await joined?.then((transaction) => transaction.commit()).catch(() => undefined);
  }
}

const MAX_RETRIES = 3;
const MAX_PAUSE_MS = 50;

/** Repeats a transaction that conflicted with another one, after a random pause. */
export async function retryConflicts<T>(withinMs: number, attempt: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const isLate = performance.now() - startedAt > withinMs;
      if (!isConflict(error) || retries === MAX_RETRIES || isLate) throw error;
      await wait(Math.random() * MAX_PAUSE_MS);
    }
  }
}
