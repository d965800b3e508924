import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Tx } from '../../../src/platform/storage/database';
import type { Sql } from '../../../src/platform/storage/sql';
import { createSamples, openTestDatabase } from '../../support/database';

/** The server answers with this error, as a node of a Galera cluster does. */
const answerError = (sql: Sql, errno: number) =>
  sql.run(`SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = ${errno}`);

describe('a transaction on a Galera cluster', () => {
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ database, close } = await openTestDatabase());
    await createSamples(database);
  });
  afterAll(() => close());

  /** Inserts a row in a transaction that fails with `errno` this many times after the insert. */
  const insertDespite = async (name: string, errno: number, failures: number) => {
    const connections = new Set<number>();
    let runs = 0;
    await database.transaction(async (tx: Tx) => {
      const [connection] = await tx.rows<{ id: number }>('SELECT CONNECTION_ID() AS id');
      connections.add(connection?.id ?? 0);
      await tx.run('INSERT INTO samples (name, owner, number) VALUES (?, ?, 1)', [name, 'Ana']);
      if (runs++ < failures) await answerError(tx, errno);
    });
    const rows = await database.read.rows('SELECT name FROM samples WHERE name = ?', [name]);
    return { runs, rows: rows.length, connections: connections.size };
  };

  it('commits once after six conflicts in a row', async () => {
    const result = await insertDespite('conflicts', 1213, 6);
    expect(result).toMatchObject({ runs: 7, rows: 1 });
  });

  it('commits by another connection when its node is not prepared', async () => {
    const result = await insertDespite('not-prepared', 1047, 3);
    expect(result).toEqual({ runs: 4, rows: 1, connections: 4 });
  });

  it('is told at once that its node was cut off during the commit', async () => {
    await expect(insertDespite('cut-off', 1180, 1)).rejects.toMatchObject({ errno: 1180 });
  });
});
