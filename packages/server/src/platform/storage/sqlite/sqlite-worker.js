// One connection to a SQLite file, in a thread or a process of its own: the interface is synchronous,
// and a commit may wait 30 ms for the disk. In JavaScript, because Node runs this file without a build.
import { parentPort, Worker } from 'node:worker_threads';
import { loadSqlite } from './node-sqlite.js';

/**
 * @typedef {null | number | bigint | string | Uint8Array} Value
 * @typedef {Value[] | Record<string, Value>} Params by position, or by name
 *
 * Requests and responses are sent in lists, in the same order.
 * @typedef {Record<string, string | number>} Pragmas
 * @typedef {{ kind: 'open', path: string, pragmas: Pragmas }} OpenRequest
 * @typedef {{ kind: 'rows' | 'run', sql: string, params: Params }} StatementRequest
 * One row's statement, and the values of all rows:
 * @typedef {{ kind: 'insert', sql: string, params: Value[], columns: number }} InsertRequest
 * @typedef {{ kind: 'close' }} CloseRequest
 * @typedef {OpenRequest | StatementRequest | InsertRequest | CloseRequest} Request
 *
 * `values` are those of all rows, one row after the other.
 * @typedef {{ columns: string[], values: Value[] }} Rows
 * @typedef {{ changes: number }} Changes
 * @typedef {{ error: { code: string | null, message: string } }} Failure
 * @typedef {Rows | Changes | Failure} Answer
 */

/**
 * A compiled statement, kept for the next time.
 * @typedef {{ columns: string[], run(params: Params): number, rows(params: Params): Value[][] }} Prepared
 */

const MAX_KEPT = 250;
/** Longer statements are not kept: their length depends on the number of rows, so they don't come again. */
const MAX_KEPT_LENGTH = 4_000;
/** In ms: how long a response may wait for the next ones of the same message. */
const MAX_HELD_MS = 1;

/** The primary result codes of SQLite that have a meaning here; an extended code holds one in its low byte. */
const CODES = new Map([
  [3, 'SQLITE_PERM'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [19, 'SQLITE_CONSTRAINT'],
  [21, 'SQLITE_MISUSE'],
  [26, 'SQLITE_NOTADB'],
]);

/** @type {import('@photostructure/sqlite').DatabaseSyncInstance | undefined} */
let database;
/** An error has rolled the transaction back. Statements that follow must fail, or they would be committed alone. */
let isRolledBack = false;
/** The least recently used first. @type {Map<string, Prepared>} */
const kept = new Map();

/** @param {Request} request @returns {Answer} */
function answer(request) {
  switch (request.kind) {
    case 'open':
      database = new (loadSqlite().DatabaseSync)(request.path);
      setPragmas(database, request.pragmas);
      return { changes: 0 };
    case 'rows': {
      const statement = prepare(request.sql);
      const rows = statement.rows(request.params);
      return { columns: statement.columns, values: rows.flat() };
    }
    case 'run':
      return { changes: prepare(request.sql).run(request.params) };
    case 'insert':
      return { changes: insert(request) };
    case 'close':
      kept.clear();
      database?.close();
      database = undefined;
      return { changes: 0 };
  }
}

/** A pragma that only affects a new file: an existing one keeps its value. */
const OF_NEW_FILES = 'page_size';
/** The same as in `failures.ts`. */
const SESSION_REFUSED = 'DATABASE_SESSION_REFUSED';

/** @param {import('@photostructure/sqlite').DatabaseSyncInstance} opened @param {Pragmas} pragmas */
function setPragmas(opened, pragmas) {
  for (const [name, value] of Object.entries(pragmas)) {
    opened.prepare(`PRAGMA ${name} = '${value}'`).all();
  }
  for (const [name, value] of Object.entries(pragmas)) {
    const [found] = Object.values(opened.prepare(`PRAGMA ${name}`).get() ?? {});
    if (name === OF_NEW_FILES || found === value) continue;
    const message = `${name} stays '${found}' and must be '${value}'`;
    throw Object.assign(new Error(message), { refusal: SESSION_REFUSED });
  }
}

/**
 * All rows or none: if one fails, the whole transaction is rolled back. A list in one statement would be rolled back
 * alone, for which SQLite copies each page before it changes it.
 * @param {InsertRequest} request
 */
function insert({ sql, params, columns }) {
  const row = prepare(sql);
  if (params.length === columns) return row.run(params);
  const isAlone = database?.isTransaction === false;
  if (isAlone) prepare('BEGIN IMMEDIATE').run([]);
  try {
    let changes = 0;
    for (let at = 0; at < params.length; at += columns) {
      changes += row.run(params.slice(at, at + columns));
    }
    if (isAlone) prepare('COMMIT').run([]);
    return changes;
  } catch (error) {
    if (database?.isTransaction) prepare('ROLLBACK').run([]);
    throw error;
  }
}

/** @param {string} sql @returns {Prepared} */
function prepare(sql) {
  const known = kept.get(sql);
  if (known) {
    kept.delete(sql);
    kept.set(sql, known);
    return known;
  }
  if (!database) throw new Error('the database is not open');
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  /** @param {Params} params */
  const bound = (params) => (Array.isArray(params) ? params.map(exact) : [named(params)]);
  const prepared = {
    columns: statement.columns().map(({ name }) => name),
    /** @param {Params} params */
    run: (params) => Number(statement.run(...bound(params)).changes),
    /** @param {Params} params */
    rows: (params) => /** @type {any} */ (statement.all(...bound(params))),
  };
  if (sql.length <= MAX_KEPT_LENGTH) {
    kept.set(sql, prepared);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }
  return prepared;
}

/** Numbers are bound as REAL, and '5' would be stored as '5.0'. @param {Value} value */
function exact(value) {
  return Number.isInteger(value) ? BigInt(/** @type {number} */ (value)) : value;
}

/** @param {Record<string, Value>} params */
function named(params) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, exact(value)]));
}

/** @param {unknown} error @returns {Failure} */
function failure(error) {
  const { errcode, refusal, message } =
    /** @type {Error & { errcode?: number, refusal?: string }} */ (error);
  if (refusal !== undefined) return { error: { code: refusal, message } };
  const code = errcode === undefined ? undefined : (CODES.get(errcode & 0xff) ?? 'SQLITE_ERROR');
  return { error: { code: code ?? null, message: code ? `${code}: ${message}` : message } };
}

/** @param {Request} request @returns {Answer} */
function serve(request) {
  const ends = 'sql' in request && request.sql === 'ROLLBACK';
  if (isRolledBack && !ends) {
    return failure(new Error('SQLITE_ABORT: an error has rolled the transaction back'));
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

/**
 * Responds to the requests of one message in one message, or earlier: a quick read must not wait for a slow one.
 * @param {Request[]} requests @param {(answers: Answer[]) => void} send @param {() => void} disconnect
 */
function serveAll(requests, send, disconnect) {
  /** @type {Answer[]} */
  let answers = [];
  let since = performance.now();
  for (const request of requests) {
    answers.push(serve(request));
    if (performance.now() - since < MAX_HELD_MS) continue;
    send(answers);
    answers = [];
    since = performance.now();
  }
  if (answers.length > 0) send(answers);
  if (requests.some(({ kind }) => kind === 'close')) disconnect();
}

if (parentPort) {
  const port = parentPort;
  port.on('message', (/** @type {Request[]} */ requests) =>
    serveAll(
      requests,
      (answers) => port.postMessage(answers),
      () => port.close(),
    ),
  );
} else {
  process.on('message', (/** @type {Request[]} */ requests) =>
    serveAll(
      requests,
      (answers) => process.send?.(answers),
      () => process.disconnect(),
    ),
  );
  // Ctrl+C signals the whole process group. The relay handles it, and ends this process.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  // A killed relay can't end a statement that runs here, so a second thread notices that the parent is gone.
  const watch = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  }, 500)`;
  new Worker(watch, { eval: true }).unref();
}
