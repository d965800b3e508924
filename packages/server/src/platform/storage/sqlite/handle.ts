import { DriverError } from '../driver-error';
import type { SqliteConnection, SqliteSql } from './connection';

/** A connection that is made again after it has ended. */
export interface SqliteHandle {
  /** The open connection, for statements that must run on the same one. */
  current(): Promise<SqliteConnection>;
  /** Runs single statements, each on the connection that is open then. */
  readonly sql: SqliteSql;
  close(): Promise<void>;
}

/** The first connection is made when it is needed. */
export function createHandle(connect: () => Promise<SqliteConnection>): SqliteHandle {
  let connecting: Promise<SqliteConnection> | undefined;
  let opened: SqliteConnection | undefined;
  let isClosed = false;

  const current = async (): Promise<SqliteConnection> => {
    if (isClosed) throw new DriverError('SQLITE_MISUSE', 'the database is closed');
    if (opened?.isOpen) return opened;
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    opened = await connecting;
    return opened;
  };
  return {
    current,
    sql: {
      dialect: 'sqlite',
      rows: async (...statement) => (await current()).rows(...statement),
      run: async (...statement) => (await current()).run(...statement),
      insert: async (insert) => (await current()).insert(insert),
    },
    close: async () => {
      isClosed = true;
      await connecting?.catch(() => undefined);
      await opened?.close();
    },
  };
}
