import { openDatabase } from '../../src/platform/storage/database';
import type { SqlValue } from '../../src/platform/storage/table';
import { quietLog, type TestDatabaseAddress } from './database';

/** A write behind the relay's back, as another node's or an administrator's. */
export async function writeSql(
  address: TestDatabaseAddress,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<number> {
  const database = await openDatabase(address.url, quietLog);
  try {
    return await database.transaction((tx) => tx.run(sql, params));
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
