import {
  loadSqlite
} from "./chunk-PYA5NSQX.js";

// src/platform/storage/sqlite/sqlite-worker.js
import { parentPort, Worker } from "worker_threads";
var MAX_KEPT = 250;
var MAX_KEPT_LENGTH = 4e3;
var CODES = /* @__PURE__ */ new Map([
  [3, "SQLITE_PERM"],
  [5, "SQLITE_BUSY"],
  [6, "SQLITE_LOCKED"],
  [7, "SQLITE_NOMEM"],
  [8, "SQLITE_READONLY"],
  [10, "SQLITE_IOERR"],
  [11, "SQLITE_CORRUPT"],
  [13, "SQLITE_FULL"],
  [14, "SQLITE_CANTOPEN"],
  [19, "SQLITE_CONSTRAINT"],
  [21, "SQLITE_MISUSE"],
  [26, "SQLITE_NOTADB"]
]);
var database;
var isRolledBack = false;
var kept = /* @__PURE__ */ new Map();
function answer(request) {
  switch (request.kind) {
    case "open":
      database = new (loadSqlite()).DatabaseSync(request.path);
      for (const pragma of request.pragmas) database.prepare(`PRAGMA ${pragma}`).all();
      return { changes: 0 };
    case "rows": {
      const statement = prepare(request.sql);
      const rows = statement.rows(request.params);
      return { columns: statement.columns, values: rows.flat() };
    }
    case "run":
      return { changes: prepare(request.sql).run(request.params) };
    case "close":
      kept.clear();
      database?.close();
      return { changes: 0 };
  }
}
function prepare(sql) {
  const known = kept.get(sql);
  if (known) {
    kept.delete(sql);
    kept.set(sql, known);
    return known;
  }
  if (!database) throw new Error("the database is not open");
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const bound = (params) => Array.isArray(params) ? params.map(exact) : [named(params)];
  const prepared = {
    columns: statement.columns().map(({ name }) => name),
    /** @param {Params} params */
    run: (params) => Number(statement.run(...bound(params)).changes),
    /** @param {Params} params */
    rows: (params) => (
      /** @type {any} */
      statement.all(...bound(params))
    )
  };
  if (sql.length <= MAX_KEPT_LENGTH) {
    kept.set(sql, prepared);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== void 0) kept.delete(oldest);
  }
  return prepared;
}
function exact(value) {
  return Number.isInteger(value) ? BigInt(
    /** @type {number} */
    value
  ) : value;
}
function named(params) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, exact(value)]));
}
function failure(error) {
  const { errcode, message } = (
    /** @type {Error & { errcode?: number }} */
    error
  );
  const code = errcode === void 0 ? void 0 : CODES.get(errcode & 255) ?? "SQLITE_ERROR";
  return { error: { code: code ?? null, message: code ? `${code}: ${message}` : message } };
}
function serve(request) {
  const ends = "sql" in request && request.sql === "ROLLBACK";
  if (isRolledBack && !ends) {
    return failure(new Error("SQLITE_ABORT: an error has rolled the transaction back"));
  }
  const wasInTransaction = database?.isTransaction === true;
  try {
    return answer(request);
  } catch (error) {
    isRolledBack = !ends && wasInTransaction && database?.isTransaction === false;
    return failure(error);
  } finally {
    if (ends) isRolledBack = false;
  }
}
if (parentPort) {
  const port = parentPort;
  port.on("message", (request) => {
    port.postMessage(serve(request));
    if (request.kind === "close") port.close();
  });
} else {
  process.on("message", (request) => {
    process.send?.(serve(request));
    if (request.kind === "close") process.disconnect();
  });
  process.on("SIGINT", () => void 0);
  process.on("SIGTERM", () => void 0);
  const watch = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  }, 500)`;
  new Worker(watch, { eval: true }).unref();
}
//# sourceMappingURL=sqlite-worker.js.map