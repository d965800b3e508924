import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Sequelize, Transaction } from 'sequelize';
import type { Connection as MysqlConnection } from 'mysql2';
import type { Logger } from '../log';
import { isConflict, isTimeout } from './failures';
import { createMutex } from './mutex';
import { mysqlSql, sqliteSql, type Dialect, type Sql } from './sql';
import { closeHandle, openHandle } from './sqlite-handle';
import { createWalUpkeep } from './wal-upkeep';

/** A write transaction: raw SQL, and the handle that Sequelize's models take. */
export interface Tx extends Sql {
  readonly handle: Transaction;
}

export interface Database {
  readonly dialect: Dialect;
  readonly sequelize: Sequelize;
  /** Reads outside any transaction; sees what is committed. */
  readonly read: Sql;
  /**
   * Runs `work` in a write transaction. Every write of the server goes through here: on SQLite,
   * where one writer exists, callers queue; deadlocks are run again, three times at most.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How the address of a SQLite file begins. */
export const SQLITE = 'sqlite:';

const MAX_CONFLICT_RETRIES = 3;
/** A server that hangs, or that the network has lost, keeps its connections and answers nothing. */
const READ_WITHIN_MS = 10_000;

/**
 * @param url `sqlite:<path>` or `mysql://user:pass@host:port/db`
 * @param readWithinMs how long MySQL may take to answer a read
 */
export async function openDatabase(
  url: string,
  log: Logger,
  readWithinMs = READ_WITHIN_MS,
): Promise<Database> {
  return url.startsWith(SQLITE)
    ? openSqlite(url.slice(SQLITE.length), log)
    : openMysql(url, log, readWithinMs);
}

const SHARED_OPTIONS = {
  logging: false,
  define: { timestamps: false, underscored: true, freezeTableName: true },
} as const;

async function openSqlite(path: string, log: Logger): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  const sequelize = new Sequelize({ ...SHARED_OPTIONS, dialect: 'sqlite', storage: path });
  const writer = await openHandle(path, [
    'journal_mode = WAL',
    'synchronous = FULL',
    'cache_size = -65536',
    'wal_autocheckpoint = 0',
  ]);
  // A write that forgot its transaction fails here instead of waiting for the writer's lock,
  // in one of the four threads that the writer itself needs to finish.
  const reader = await openHandle(path, ['query_only = ON']);

  // Sequelize opens and closes a file handle for each transaction; those that stay are enough.
  const manager = sequelize.connectionManager as unknown as SequelizeConnections;
  manager.getConnection = (options) =>
    Promise.resolve(options?.uuid && options.uuid !== 'default' ? writer : reader);
  manager.releaseConnection = () => undefined;

  const writing = createMutex();
  const checkpointer = await openHandle(path, []);
  const wal = createWalUpkeep({
    checkpointer: sqliteSql(checkpointer),
    whileIdle: writing,
    onFailure: (error) => log.warn({ err: error }, 'the write-ahead log was not checkpointed'),
  });
  return {
    dialect: 'sqlite',
    sequelize,
    read: sqliteSql(reader),
    transaction: async (work) => {
      const result = await writing(() =>
        withRetries(() =>
          sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, (handle) =>
            work({ ...sqliteSql(writer), handle }),
          ),
        ),
      );
      wal.written();
      return result;
    },
    close: async () => {
      await wal.stop();
      await closeHandle(checkpointer);
      await writing(() => closeHandle(writer));
      await closeHandle(reader);
    },
  };
}

async function openMysql(url: string, log: Logger, readWithinMs: number): Promise<Database> {
  const sequelize = new Sequelize(url, {
    ...SHARED_OPTIONS,
    dialect: 'mysql',
    pool: { max: 12, min: 2, acquire: 10_000, idle: 60_000 },
    dialectOptions: {
      charset: 'utf8mb4',
      connectTimeout: 5_000,
      multipleStatements: false,
      stringifyObjects: true,
    },
    hooks: {
      afterConnect: async (connection) => {
        const session = mysqlSql(connection as MysqlConnection);
        await session.run('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
        await session.run("SET SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')");
      },
    },
  });
  const manager = sequelize.connectionManager as unknown as SequelizeConnections;
  const onAnyConnection = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    const connection = (await manager.getConnection({ type: 'read' })) as MysqlConnection;
    try {
      return await work(mysqlSql(connection, readWithinMs));
    } catch (error) {
      if (isTimeout(error)) connection.destroy(); // or its next user would wait for this answer
      throw error;
    } finally {
      manager.releaseConnection(connection);
    }
  };
  const read: Sql = {
    dialect: 'mysql',
    rows: (sql, params) => onAnyConnection((session) => session.rows(sql, params)),
    run: (sql, params) => onAnyConnection((session) => session.run(sql, params)),
  };
  await warnIfCommitsAreNotDurable(read, log);
  return {
    dialect: 'mysql',
    sequelize,
    read,
    transaction: (work) =>
      withRetries(() =>
        sequelize.transaction((handle) => {
          const { connection } = handle as unknown as { connection: MysqlConnection };
          return work({ ...mysqlSql(connection), handle });
        }),
      ),
    close: () => sequelize.close(),
  };
}

async function warnIfCommitsAreNotDurable(sql: Sql, log: Logger): Promise<void> {
  const [row] = await sql.rows<{ flush: number }>(
    'SELECT @@innodb_flush_log_at_trx_commit AS flush',
  );
  if (row?.flush === 1) return;
  log.warn(
    { innodb_flush_log_at_trx_commit: row?.flush },
    'commits are not durable: set innodb_flush_log_at_trx_commit=1, or an acked message can be lost when the database host crashes',
  );
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || retries === MAX_CONFLICT_RETRIES) throw error;
    }
  }
}

/** The part of Sequelize's connection manager that is taken over; its own types leave it out. */
interface SequelizeConnections {
  getConnection(options?: { uuid?: string; type?: 'read' | 'write' }): Promise<unknown>;
  releaseConnection(connection: unknown): void;
}
