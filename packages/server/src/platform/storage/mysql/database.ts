import type { Connection } from 'mysql2';
import { Sequelize } from 'sequelize';
import type { Logger } from '../../log';
import type { Database, DatabaseLimits } from '../database';
import { isTimeLimit, tooSlow } from '../failures';
import { createMysqlDriver, type MysqlDriver } from './driver';
import { mysqlModels } from './models';
import { logRefusals, setUpSession, type SessionSettings } from './session';
import { databaseTls, verifiedTls } from './tls';
import { mysqlSql, type Sql } from '../sql';
import { retryConflicts, runTransaction } from '../transactions';

/**
 * Three pools of connections, so that no kind of work waits for another: transactions, reads that visitors wait
 * for, and slow reads of the console.
 */
export async function openMysql(
  address: string,
  log: Logger,
  limits: DatabaseLimits,
  ca?: string,
): Promise<Omit<Database, 'isSharded'>> {
  const { statementMs, slowReadMs } = limits;
  const url = new URL(address);
  const ssl = databaseTls(url) === 'off' ? null : verifiedTls(ca);
  url.searchParams.delete('tls'); // the rest is the driver's
  const driver = createMysqlDriver(statementMs, ssl);
  const onRefusal = logRefusals(log);
  const pool = (max: number, acquireMs: number, settings: SessionSettings): Pool =>
    openPool({ url: url.href, driver, max, acquireMs, settings, onRefusal });
  const idle = { wait_timeout: SERVER_IDLE_S };
  // The server ends the transaction of a cut connection, which would otherwise keep its locks.
  const locks = { ...idle, idle_transaction_timeout: Math.ceil(statementMs / SECOND) };
  const writes = pool(8, statementMs, locks);
  // A transaction that waits for a change of the schema may be idle for long.
  const schemaChanges = pool(2, statementMs, { wait_timeout: SCHEMA_IDLE_S });
  const reads = pool(8, statementMs, idle);
  const slowReads = pool(4, slowReadMs, {
    ...idle,
    max_statement_time: slowReadMs / SECOND, // MariaDB's
    max_execution_time: slowReadMs, // MySQL's
  });
  const pools = [writes, schemaChanges, reads, slowReads];

  const read = sqlOf(reads, statementMs);
  const close = async () => void (await Promise.all(pools.map((each) => each.sequelize.close())));
  await warnIfCommitsAreNotDurable(read, log).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const models = mysqlModels(read);
  return {
    dialect: 'mysql',
    sequelize: models.sequelize,
    limits,
    read,
    slowRead: sqlOf(slowReads, slowReadMs, (error) =>
      isTimeLimit(error) || isQueueTimeout(error) ? tooSlow(error) : error,
    ),
    transaction: (work, { isUnlimited = false, isOneStatement = false } = {}) =>
      retryConflicts(statementMs, () =>
        (isUnlimited ? schemaChanges : writes).use((connection) => {
          const sql = mysqlSql(connection, isUnlimited ? 0 : undefined);
          return runTransaction({
            sql,
            begin: isOneStatement ? null : 'START TRANSACTION',
            joinModels: () => models.join(sql),
            work,
          });
        }),
      ),
    forgetDeleted: () => undefined,
    checkDisk: async () => {},
    abandon: () => driver.abandon(),
    close,
  };
}

const SECOND = 1000;
const IDLE_MS = 30_000;
/** Longer than idle connections are kept here; frees the locks of a cut connection. */
const SERVER_IDLE_S = 60;
const SCHEMA_IDLE_S = 28_800;

interface Pool {
  sequelize: Sequelize;
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

interface PoolOptions {
  url: string;
  driver: MysqlDriver;
  max: number;
  acquireMs: number;
  /** Session settings of this pool, in addition to those of all pools. */
  settings: SessionSettings;
  /** Called when a connection could not be set up, and is not used. */
  onRefusal(error: unknown): void;
}

function openPool(options: PoolOptions): Pool {
  const { url, driver, max, acquireMs, settings, onRefusal } = options;
  const ownTimeZone = { keepDefaultTimezone: true }; // which `setUpSession` sets; its types lack it
  const sequelize = new Sequelize(url, {
    ...ownTimeZone,
    logging: false,
    dialect: 'mysql',
    dialectModule: driver,
    pool: { max, min: 0, acquire: acquireMs, idle: IDLE_MS, validate: driver.isUsable },
    hooks: {
      afterConnect: async (opened) => {
        const connection = opened as Connection;
        try {
          await setUpSession(mysqlSql(connection), settings);
        } catch (error) {
          connection.destroy(); // the pool does not know it yet
          onRefusal(error);
          throw error;
        }
      },
    },
  });
  const manager = sequelize.connectionManager;
  return {
    sequelize,
    use: async (work) => {
      const connection = (await manager.getConnection({ type: 'write' })) as Connection;
      try {
        return await work(connection);
      } finally {
        if (driver.isUsable(connection)) manager.releaseConnection(connection);
        else await manager.destroyConnection(connection);
      }
    },
  };
}

function sqlOf(
  pool: Pool,
  withinMs: number,
  explain: (error: unknown) => unknown = (error) => error,
): Sql {
  const once = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    retryConflicts(withinMs, () => pool.use((connection) => work(mysqlSql(connection)))).catch(
      (error: unknown) => {
        throw explain(error);
      },
    );
  return {
    dialect: 'mysql',
    rows: (sql, params) => once((session) => session.rows(sql, params)),
    run: (sql, params) => once((session) => session.run(sql, params)),
    insert: (insert) => once((session) => session.insert(insert)),
  };
}

/** All connections of the pool were in use for as long as the caller waits. */
function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'SequelizeConnectionAcquireTimeoutError';
}

async function warnIfCommitsAreNotDurable(sql: Sql, log: Logger): Promise<void> {
  const [row] = await sql.rows<{ flush: number }>(
    'SELECT @@innodb_flush_log_at_trx_commit AS flush',
  );
  if (row?.flush === 1) return;
  log.warn(
    { event: 'database.not_durable', innodb_flush_log_at_trx_commit: row?.flush },
    'commits are not durable: set innodb_flush_log_at_trx_commit=1, or an acked message can be lost when the database host crashes',
  );
}
