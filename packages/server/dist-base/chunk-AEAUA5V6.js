import {
  ConfigError,
  MIGRATIONS,
  connectSqlite,
  embeddedDatabaseUrl,
  newId,
  startThread
} from "./chunk-TWHKTBGO.js";
import {
  defineTable,
  hasTable,
  insertIfAbsent,
  integer,
  text
} from "./chunk-EECO5ECD.js";
import {
  codeOf,
  isConflict,
  isDemotion,
  isUnavailable
} from "./chunk-AUDIUNLG.js";

// src/app/start-failures.ts
import { createServer } from "net";

// src/platform/storage/schema/column-types.ts
function createTypes(dialect) {
  if (dialect === "sqlite") {
    return {
      dialect,
      id: "CHAR(36)",
      ascii: (length) => `VARCHAR(${length})`,
      binaryText: (length) => `VARCHAR(${length})`,
      text: (length) => `VARCHAR(${length})`,
      longText: "TEXT",
      bytes: "BLOB",
      integer: "INTEGER",
      boolean: "TINYINT(1)",
      time: "BIGINT",
      where: (condition) => ` WHERE ${condition}`,
      tableEnd: ""
    };
  }
  const ascii = (length) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
  return {
    dialect,
    id: "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin",
    ascii,
    binaryText: (length) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    text: (length) => `VARCHAR(${length})`,
    longText: "MEDIUMTEXT",
    bytes: "MEDIUMBLOB",
    integer: "INT",
    boolean: "TINYINT(1)",
    time: "BIGINT",
    where: () => "",
    tableEnd: "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin"
  };
}

// src/platform/storage/schema/migration-lease.ts
import { setTimeout as wait } from "timers/promises";
var MIGRATION_LEASE = defineTable("migration_lease", ["id"], {
  id: integer(),
  holder: text(),
  term: integer(),
  expires_at: integer(),
  migration: text(),
  statements: integer()
});
var LeaseLost = class extends Error {
  name = "LeaseLost";
};
var LEASE_MS = 1e4;
var RENEW_MS = 2e3;
var POLL_MS = 500;
var NOW = "UNIX_TIMESTAMP() * 1000";
async function takeMigrationLease(database, types, log) {
  const holder = newId();
  const update = (tx, change, where, params) => (
    // `term` makes each update change the row: MySQL counts changed rows.
    tx.run(
      `UPDATE migration_lease SET term = term + 1, ${change} WHERE id = 1 AND ${where}`,
      params
    )
  );
  const hold = `expires_at = ${NOW} + ${LEASE_MS}`;
  await database.transaction(
    (tx) => tx.run(
      `CREATE TABLE IF NOT EXISTS migration_lease (
        id ${types.integer} PRIMARY KEY,
        holder ${types.ascii(36)} NOT NULL,
        term ${types.integer} NOT NULL,
        expires_at ${types.time} NOT NULL,
        migration ${types.ascii(100)} NOT NULL,
        statements ${types.integer} NOT NULL
      ) ${types.tableEnd}`
    )
  );
  await database.transaction(
    (tx) => insertIfAbsent(tx, MIGRATION_LEASE, {
      id: 1,
      holder: "",
      term: 0,
      expires_at: 0,
      migration: "",
      statements: 0
    })
  );
  const tryTake = () => database.transaction(
    (tx) => update(tx, `holder = ?, ${hold}`, `expires_at <= ${NOW}`, [holder])
  );
  for (let isFirstTry = true; await tryTake() === 0; isFirstTry = false) {
    if (isFirstTry)
      log.info({ event: "migration.waiting" }, "waiting for another node to migrate the database");
    await wait(POLL_MS);
  }
  const timer = setInterval(() => {
    database.transaction((tx) => update(tx, hold, "holder = ?", [holder])).catch(
      (error) => log.debug(
        { event: "migration.lease_not_renewed", err: error },
        "the migration lease was not renewed"
      )
    );
  }, RENEW_MS);
  timer.unref();
  return {
    progress: async () => {
      const [row] = await database.read.rows(
        "SELECT migration, statements FROM migration_lease WHERE id = 1"
      );
      return row ?? { migration: "", statements: 0 };
    },
    record: async (tx, { migration, statements }) => {
      const change = `migration = ?, statements = ?, ${hold}`;
      const changed = await update(tx, change, "holder = ?", [migration, statements, holder]);
      if (changed === 0) throw new LeaseLost("another node migrates the database");
    },
    release: async () => {
      clearInterval(timer);
      await database.transaction((tx) => update(tx, "expires_at = 0", "holder = ?", [holder]));
    }
  };
}

// src/platform/storage/schema/migrator.ts
var NewerSchema = class extends Error {
  name = "NewerSchema";
};
async function readSchema(database, migrations = MIGRATIONS) {
  if (!await hasTable(database.read, "migrations")) return null;
  const rows = await database.read.rows("SELECT name FROM migrations");
  const unknown = rows.find(({ name }) => migrations.every((known) => known.name !== name));
  if (unknown) throw new NewerSchema(`the schema has ${unknown.name}, which is newer`);
  return new Set(rows.map(({ name }) => name));
}
async function migrate(database, log, migrations = MIGRATIONS) {
  const types = createTypes(database.dialect);
  const pending = async () => {
    const executed = await readSchema(database, migrations);
    return migrations.filter(({ name }) => !executed?.has(name));
  };
  const runAll = async (run) => {
    for (const migration of await pending()) {
      await run(migration);
      log.info({ event: "migration.applied", migration: migration.name }, "migrated");
    }
  };
  if (database.dialect === "sqlite") {
    return runAll((migration) => runAtomically(database, types, migration));
  }
  while ((await pending()).length > 0) {
    const lease = await takeMigrationLease(database, types, log);
    try {
      await runAll((migration) => runInSteps(database, types, lease, migration));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      log.debug({ event: "migration.taken_over" }, "another node took over the migration");
    } finally {
      await lease.release().catch(() => void 0);
    }
  }
}
var NO_LIMIT = { isUnlimited: true };
function runAtomically(database, types, migration) {
  return database.transaction(async (tx) => {
    for (const statement of migration.up(types)) await tx.run(statement);
    await logMigration(tx, types, migration);
  }, NO_LIMIT);
}
async function runInSteps(database, types, lease, migration) {
  const statements = migration.up(types);
  const left = await lease.progress();
  const isResumed = left.migration === migration.name;
  const first = isResumed ? left.statements : 0;
  const record = (tx, done) => lease.record(tx, { migration: migration.name, statements: done });
  if (!isResumed) await database.transaction((tx) => record(tx, 0));
  for (const [index, statement] of statements.entries()) {
    if (index < first) continue;
    let mayHaveRun = isResumed && index === first;
    await database.transaction(async (tx) => {
      try {
        await tx.run(statement);
      } catch (error) {
        if (!mayHaveRun || !IS_DONE_ALREADY.has(codeOf(error))) throw error;
      }
      mayHaveRun = true;
      await record(tx, index + 1);
    }, NO_LIMIT);
  }
  await database.transaction((tx) => logMigration(tx, types, migration));
}
var IS_DONE_ALREADY = /* @__PURE__ */ new Set([
  "ER_TABLE_EXISTS_ERROR",
  "ER_DUP_KEYNAME",
  "ER_DUP_FIELDNAME",
  "ER_BAD_TABLE_ERROR",
  "ER_CANT_DROP_FIELD_OR_KEY"
]);
var MIGRATIONS_RUN = defineTable("migrations", ["name"], { name: text(), run_at: integer() });
async function logMigration(tx, types, { name }) {
  await tx.run(
    `CREATE TABLE IF NOT EXISTS migrations (name ${types.ascii(100)} PRIMARY KEY, run_at ${types.time} NOT NULL)`
  );
  await insertIfAbsent(tx, MIGRATIONS_RUN, { name, run_at: Date.now() });
}

// src/platform/storage/sqlite/file-claim.ts
import { existsSync, mkdirSync, realpathSync } from "fs";
import { dirname } from "path";
var DatabaseInUse = class extends Error {
  name = "DatabaseInUse";
  /** The other process as its host names it; null if unknown. */
  holder;
  constructor(path, holder, options) {
    super(`${path} is used by another relay`, options);
    this.holder = holder;
  }
};
var WAIT_MS = 1e3;
async function claimSqlite(path) {
  mkdirSync(dirname(path), { recursive: true });
  const file = existsSync(path) ? realpathSync(path) : path;
  const sql = await connectSqlite(startThread(), `${file}.lock`, [`busy_timeout = ${WAIT_MS}`]);
  try {
    await sql.run(`PRAGMA user_version = ${process.pid}`);
    await sql.run("BEGIN IMMEDIATE");
  } catch (error) {
    const problem = isConflict(error) ? new DatabaseInUse(path, await readHolder(sql), { cause: error }) : error;
    await sql.close();
    throw problem;
  }
  return sql.close;
}
async function readHolder(sql) {
  const [row] = await sql.rows("PRAGMA user_version").catch(() => []);
  return row?.user_version || null;
}

// src/app/start-failures.ts
function explain(line, error) {
  return line === null ? error : new ConfigError([line], { cause: error });
}
var Unreachable = class extends Error {
  name = "Unreachable";
};
function isAway(error) {
  if (!(error instanceof Error)) return false;
  if (isDemotion(error) || Object.hasOwn(AWAY, codeOf(error))) return true;
  return error.name.startsWith("SequelizeConnectionAcquire");
}
function explainDatabaseFailure(error, config) {
  const { dataDir, databaseUrl } = config;
  const [variable, target] = databaseUrl === embeddedDatabaseUrl(dataDir) ? ["DATA_DIR", dataDir] : ["DATABASE_URL", withoutPassword(databaseUrl)];
  if (error instanceof DatabaseInUse) {
    const holder = error.holder === null ? "" : ` (process ${error.holder})`;
    return explain(`${variable}: ${target} is used by another relay${holder}`, error);
  }
  if (error instanceof NewerSchema) {
    return explain(
      `${variable}: ${target}: ${error.message} than this version of the relay`,
      error
    );
  }
  const code = codeOf(error);
  if (isAway(error)) {
    const reason2 = AWAY[code] ?? (isDemotion(error) ? "it is read-only" : "no answer");
    return new Unreachable(`${variable}: ${target}: ${reason2} (${code || "no connection"})`, {
      cause: error
    });
  }
  const reason = WRONG[code] ?? tlsReason(error) ?? (isUnavailable(error) ? "it can't be used" : null);
  return explain(reason && `${variable}: ${target}: ${reason} (${code})`, error);
}
var AWAY = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was reset",
  EAI_AGAIN: "the host's name can't be looked up",
  ETIMEDOUT: "no answer",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  PROTOCOL_CONNECTION_LOST: "the connection was lost",
  PROTOCOL_SEQUENCE_TIMEOUT: "no answer",
  ER_CON_COUNT_ERROR: "it has too many connections",
  ER_SERVER_SHUTDOWN: "it is shutting down"
};
var WRONG = {
  SQLITE_NOTADB: "the file is not a SQLite database",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_CANTOPEN: "the file can't be opened",
  SQLITE_READONLY: "the file is not writable",
  SQLITE_PERM: "the file is not writable",
  SQLITE_FULL: "the disk is full",
  EACCES: "the folder is not accessible",
  EPERM: "the folder is not accessible",
  EROFS: "the folder is not writable",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "a part of the path is not a folder",
  ENOENT: "a part of the path is missing",
  ENOSPC: "the disk is full",
  ENOTFOUND: "the host does not exist",
  ER_ACCESS_DENIED_ERROR: "the user or the password is wrong, or it requires TLS",
  ER_DBACCESS_DENIED_ERROR: "the user may not use that database",
  ER_TABLEACCESS_DENIED_ERROR: "the user may not create tables",
  ER_BAD_DB_ERROR: "the database does not exist",
  HANDSHAKE_NO_SSL_SUPPORT: "it offers no TLS"
};
function tlsReason(error) {
  if (codeOf(error) !== "HANDSHAKE_SSL_ERROR" || !(error instanceof Error)) return null;
  const isUnknown = /^(unable to|self-signed)/.test(error.message);
  return `${error.message}${isUnknown ? ": name its authority in DATABASE_CA" : ""}`;
}
function withoutPassword(databaseUrl) {
  if (!URL.canParse(databaseUrl) || databaseUrl.startsWith("sqlite:")) return databaseUrl;
  const { protocol, username, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}
function explainListenFailure(error, { host, port }) {
  const lines = {
    EADDRINUSE: `PORT: ${port} is in use: set another one`,
    EACCES: `PORT: ${port} may not be opened by this user: set one above 1023`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
    ENOTFOUND: `HOST: the host ${host} does not exist`,
    EAI_AGAIN: `HOST: ${host} can't be looked up`
  };
  return explain(lines[codeOf(error)] ?? null, error);
}
function assertCanListen(config) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error) => reject(explainListenFailure(error, config)));
    server.listen(config.port, config.host, () => server.close(() => resolve()));
  });
}

export {
  readSchema,
  migrate,
  claimSqlite,
  Unreachable,
  explainDatabaseFailure,
  explainListenFailure,
  assertCanListen
};
//# sourceMappingURL=chunk-AEAUA5V6.js.map