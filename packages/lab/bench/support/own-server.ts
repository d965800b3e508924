import type { Connection, RowDataPacket } from 'mysql2/promise';
import { createPrivateMariaDb } from '../database-faults/mariadb';
import { atEnd } from './at-end';

/** Sizes that docs/OPERATIONS.md advises: MariaDB's defaults have no room for a million messages. */
export const ROOM = ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=1G'];

/**
 * Starts a private MariaDB, because its counters include everything that it does. Returns null if SQLite is measured.
 * @param options more of its own
 */
export async function startOwnServer(options: readonly string[] = []): Promise<Connection | null> {
  if (process.env['TEST_DATABASE'] !== 'mysql') return null;
  const mariaDb = await createPrivateMariaDb(options);
  process.env['TEST_MYSQL_URL'] = `mysql://root@127.0.0.1:${mariaDb.port}/`;
  const connection = await mariaDb.connect();
  atEnd(() => connection.end());
  return connection;
}

/** Counters of the server by name; empty without a server. */
export async function countersOf(server: Connection | null): Promise<Map<string, number>> {
  if (!server) return new Map();
  const [rows] = await server.query<RowDataPacket[]>('SHOW GLOBAL STATUS');
  return new Map(rows.map(({ Variable_name: name, Value: value }) => [name, Number(value)]));
}
