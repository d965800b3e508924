import type { Tx } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import type { SqlValue } from '../../src/platform/storage/table';
import { quietLog, type TestDatabaseAddress } from './database';

/** Writes to the database directly, as another node or an administrator may. */
export function writeSql(
  address: TestDatabaseAddress,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<number> {
  return writeIn(address, (tx) => tx.run(sql, params));
}

/** The same, with several statements in one transaction. */
export async function writeIn<Result>(
  address: TestDatabaseAddress,
  task: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(address.url, quietLog);
  try {
    return await database.transaction(task);
  } finally {
    await database.close();
  }
}

export async function readSql<Row>(
  address: TestDatabaseAddress,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<Row[]> {
  const database = await openDatabase(address.url, quietLog);
  try {
    return await database.read.rows<Row>(sql, params);
  } finally {
    await database.close();
  }
}
