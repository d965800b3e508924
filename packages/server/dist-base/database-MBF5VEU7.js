import {
  createModels,
  databaseTls,
  retryConflicts,
  runTransaction,
  verifiedTls
} from "./chunk-L2V2TQWC.js";
import {
  mysqlSql
} from "./chunk-EECO5ECD.js";
import {
  DriverError,
  STATEMENT_TIMEOUT,
  isDemotion,
  isTimeLimit,
  isTimeout,
  tooSlow
} from "./chunk-AUDIUNLG.js";

// src/platform/storage/mysql/database.ts
import { Sequelize } from "sequelize";

// src/platform/storage/mysql/driver.ts
import { connect } from "net";
import mysql from "mysql2";
var KEEP_ALIVE_MS = 1e4;
function createMysqlDriver(statementMs) {
  const connections = /* @__PURE__ */ new WeakMap();
  const sockets = /* @__PURE__ */ new Set();
  let suspectBefore = -Infinity;
  let isAbandoned = false;
  const open = ({ host, port, socketPath }) => {
    if (isAbandoned) throw new DriverError("ECONNABORTED", "the database was abandoned");
    const path = socketPath ? { path: socketPath } : { host, port: port ?? 3306 };
    const socket = connect({
      ...path,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      noDelay: true
    });
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const limit = (socket, run) => (statement, ...rest) => {
    const callback = rest.pop();
    const { timeout = statementMs, ...options } = typeof statement === "string" ? { sql: statement } : statement;
    const startedAt = performance.now();
    const timer = timeout > 0 && setTimeout(() => {
      socket.destroy(new DriverError(STATEMENT_TIMEOUT, "the database did not answer in time"));
    }, timeout);
    return run(options, ...rest, (error, ...results) => {
      if (timer) clearTimeout(timer);
      if (error && (isTimeout(error) || isDemotion(error))) {
        suspectBefore = Math.max(suspectBefore, startedAt);
        socket.destroy();
      }
      callback(error, ...results);
    });
  };
  return {
    createConnection: (options) => {
      const socket = open(options);
      const connection = mysql.createConnection({ ...options, stream: () => socket });
      connections.set(connection, { socket, openedAt: performance.now() });
      return Object.assign(connection, {
        query: limit(socket, connection.query.bind(connection)),
        execute: limit(socket, connection.execute.bind(connection))
      });
    },
    isUsable: (connection) => {
      const known = connections.get(connection);
      if (known?.socket.writable && known.openedAt > suspectBefore) return true;
      known?.socket.destroy();
      return false;
    },
    abandon: () => {
      isAbandoned = true;
      for (const socket of sockets) {
        socket.destroy(new DriverError("ECONNABORTED", "the database was abandoned"));
      }
    }
  };
}

// src/platform/storage/mysql/models.ts
import { EventEmitter } from "events";
import { callbackify } from "util";
var MAX_CONNECTIONS = 1e3;
function mysqlModels(read) {
  const options = {
    dialect: "mysql",
    databaseVersion: "8.0.0",
    keepDefaultTimezone: true,
    pool: { max: MAX_CONNECTIONS, validate: () => true }
  };
  return createModels(read, options, (newRoute) => {
    class Connection extends EventEmitter {
      #route = newRoute();
      query({ sql }, callback) {
        return this.execute(sql, [], callback);
      }
      execute(statement, params, callback) {
        callbackify(async () => this.#route(statement)?.rows(statement, params))(callback);
        return this;
      }
      end(callback) {
        callback(null);
      }
    }
    return {
      createConnection: () => {
        const connection = new Connection();
        queueMicrotask(() => connection.emit("connect"));
        return connection;
      }
    };
  });
}

// src/platform/storage/mysql/database.ts
async function openMysql(address, log, limits, ca) {
  const { statementMs, slowReadMs } = limits;
  const driver = createMysqlDriver(statementMs);
  const url = new URL(address);
  const ssl = databaseTls(url) === "off" ? null : verifiedTls(ca);
  url.searchParams.delete("tls");
  const pool = (max, acquireMs, settings) => openPool({ url: url.href, ssl, driver, max, acquireMs, settings });
  const strict = "sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')";
  const idle = `SESSION wait_timeout = ${SERVER_IDLE_S}`;
  const writes = pool(8, statementMs, (isMariaDb) => [
    strict,
    idle,
    // A cut connection must not keep its locks.
    ...isMariaDb ? [`SESSION idle_transaction_timeout = ${Math.ceil(statementMs / SECOND)}`] : []
  ]);
  const schemaChanges = pool(2, statementMs, () => [strict]);
  const reads = pool(8, statementMs, () => [idle]);
  const slowReads = pool(4, slowReadMs, (isMariaDb) => [
    idle,
    // MySQL cuts the texts that a report joins after 1 kB.
    "SESSION group_concat_max_len = 16777216",
    isMariaDb ? `SESSION max_statement_time = ${slowReadMs / SECOND}` : `SESSION max_execution_time = ${slowReadMs}`
  ]);
  const pools = [writes, schemaChanges, reads, slowReads];
  const read = sqlOf(reads, statementMs);
  const close = async () => void await Promise.all(pools.map((each) => each.sequelize.close()));
  await warnIfCommitsAreNotDurable(read, log).catch(async (error) => {
    await close();
    throw error;
  });
  const models = mysqlModels(read);
  return {
    dialect: "mysql",
    sequelize: models.sequelize,
    limits,
    read,
    slowRead: sqlOf(
      slowReads,
      slowReadMs,
      (error) => isTimeLimit(error) || isQueueTimeout(error) ? tooSlow(error) : error
    ),
    transaction: (work, { isUnlimited = false, isOneStatement = false } = {}) => retryConflicts(
      statementMs,
      () => (isUnlimited ? schemaChanges : writes).use((connection) => {
        const sql = mysqlSql(connection, isUnlimited ? 0 : void 0);
        return runTransaction({
          sql,
          begin: isOneStatement ? null : "START TRANSACTION",
          joinModels: () => models.join(sql),
          work
        });
      })
    ),
    forgetDeleted: () => void 0,
    abandon: () => driver.abandon(),
    close
  };
}
var SECOND = 1e3;
var CONNECT_MS = 5e3;
var IDLE_MS = 3e4;
var SERVER_IDLE_S = 60;
function openPool({ url, ssl, driver, max, acquireMs, settings }) {
  const sequelize = new Sequelize(url, {
    logging: false,
    dialect: "mysql",
    dialectModule: driver,
    pool: { max, min: 0, acquire: acquireMs, idle: IDLE_MS, validate: driver.isUsable },
    dialectOptions: {
      charset: "utf8mb4",
      connectTimeout: CONNECT_MS,
      multipleStatements: false,
      stringifyObjects: true,
      ...ssl && { ssl }
    },
    hooks: {
      afterConnect: async (opened) => {
        const connection = opened;
        const session = mysqlSql(connection);
        const [server] = await session.rows("SELECT VERSION() AS version");
        const isMariaDb = server?.version.includes("MariaDB") ?? false;
        await session.run(`SET ${settings(isMariaDb).join(", ")}`);
        await session.run("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      }
    }
  });
  const manager = sequelize.connectionManager;
  return {
    sequelize,
    use: async (work) => {
      const connection = await manager.getConnection({ type: "write" });
      try {
        return await work(connection);
      } finally {
        if (driver.isUsable(connection)) manager.releaseConnection(connection);
        else await manager.destroyConnection(connection);
      }
    }
  };
}
function sqlOf(pool, withinMs, explain = (error) => error) {
  const once = (work) => retryConflicts(withinMs, () => pool.use((connection) => work(mysqlSql(connection)))).catch(
    (error) => {
      throw explain(error);
    }
  );
  return {
    dialect: "mysql",
    rows: (sql, params) => once((session) => session.rows(sql, params)),
    run: (sql, params) => once((session) => session.run(sql, params))
  };
}
function isQueueTimeout(error) {
  return error instanceof Error && error.name === "SequelizeConnectionAcquireTimeoutError";
}
async function warnIfCommitsAreNotDurable(sql, log) {
  const [row] = await sql.rows(
    "SELECT @@innodb_flush_log_at_trx_commit AS flush"
  );
  if (row?.flush === 1) return;
  log.warn(
    { event: "database.not_durable", innodb_flush_log_at_trx_commit: row?.flush },
    "commits are not durable: set innodb_flush_log_at_trx_commit=1, or an acked message can be lost when the database host crashes"
  );
}
export {
  openMysql
};
//# sourceMappingURL=database-MBF5VEU7.js.map