import { setTimeout as wait } from 'node:timers/promises';
import { Transaction, type Sequelize } from 'sequelize';
import type { Tx } from './database';
import { isConflict } from './failures';
import type { Sql } from './sql';

/** The Sequelize options of both databases. */
export const SEQUELIZE_OPTIONS = {
  logging: false,
  define: { timestamps: false, underscored: true, freezeTableName: true },
} as const;

interface TransactionParts<T> {
  sequelize: Sequelize;
  /** The connection of `sql`; models use it, too. */
  connection: object;
  sql: Sql;
  begin: string;
  work(tx: Tx): Promise<T>;
}

/**
 * One transaction, begun and ended here, because Sequelize would write to stderr when a COMMIT or a ROLLBACK
 * fails. Its own `Transaction` only carries the connection to the models.
 */
export async function runTransaction<T>(parts: TransactionParts<T>): Promise<T> {
  const { sequelize, connection, sql, begin, work } = parts;
  const handle = Object.assign(new Transaction(sequelize, {}), { connection });
  await sql.run(begin);
  try {
    const result = await work({ ...sql, handle });
    await sql.run('COMMIT');
    return result;
  } catch (error) {
    // On a lost connection this fails, and the server rolls back automatically.
    await sql.run('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    Object.assign(handle, { finished: 'commit' }); // a model that still has it is told so
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
