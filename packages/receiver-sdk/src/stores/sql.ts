import type { IdempotencyStore } from './idempotency-store';
import type { ReplayStore } from './replay-store';

/** Options of the stores in SQL. */
export interface SqlStoreOptions {
  /**
   * Runs one statement outside of any transaction and resolves to its rows, if it has any. Rejects with the driver's
   * own error.
   */
  query(sql: string, values: (string | number | null)[]): Promise<unknown>;
  /** The placeholder of parameters: `?` for MySQL, MariaDB and SQLite, `$1` for Postgres. Default `?`. */
  placeholder?: '?' | '$1' | undefined;
  /** The table's name. Default `chat_relay_replays` or `chat_relay_events`. */
  table?: string | undefined;
}

/** Options of `sqlIdempotencyStore`. */
export interface SqlIdempotencyStoreOptions extends SqlStoreOptions {
  /** In ms. The time after which a dead process's reservation ends. Default 60,000. */
  reservationMs?: number | undefined;
  /** In ms. The time for which a handled event is remembered; retries continue for 3 days. Default 7 days. */
  doneMs?: number | undefined;
}

type Run = (sql: string, ...values: (string | number | null)[]) => Promise<unknown>;

const DAY_MS = 86_400_000;
const SWEEP_EVERY_MS = 60_000;

/** The drivers' error codes for a unique key that exists: MySQL and MariaDB, SQLite, Postgres. */
const TAKEN = /^(?:ER_DUP_ENTRY|SQLITE_CONSTRAINT(?:_UNIQUE|_PRIMARYKEY)?|23505)$/;

/**
 * A replay store in a table that all processes share (the package's README has its `CREATE TABLE`). The unique key
 * decides which request was first. Expired rows are deleted once a minute.
 *
 * @throws TypeError if `query` is missing or the table's name is no plain name.
 * @example
 * const replayStore = sqlReplayStore({ query: (sql, values) => pool.query(sql, values) });
 */
export function sqlReplayStore(options: SqlStoreOptions): ReplayStore {
  const { run, table } = connectionOf(options, 'chat_relay_replays');
  const sweep = sweeper(run, table);
  return {
    claim: async (key, ttlMs) => {
      const nowMs = Date.now();
      const isFirst = await insert(
        run,
        `INSERT INTO ${table} (claim_key, expires_at) VALUES (?, ?)`,
        key,
        nowMs + ttlMs,
      );
      if (isFirst) await sweep(nowMs);
      return isFirst;
    },
  };
}

/**
 * An idempotency store in a table that all processes share (the package's README has its `CREATE TABLE`).
 *
 * @throws TypeError if `query` is missing or the table's name is no plain name.
 * @example
 * const idempotencyStore = sqlIdempotencyStore({
 *   query: async (sql, values) => (await pool.query(sql, values))[0],
 * });
 */
export function sqlIdempotencyStore(options: SqlIdempotencyStoreOptions): IdempotencyStore {
  const { run, table } = connectionOf(options, 'chat_relay_events');
  const { reservationMs = 60_000, doneMs = 7 * DAY_MS } = options;
  const sweep = sweeper(run, table);
  /** The reservations of this process. One that has expired may have been replaced by another process. */
  const owned = new Map<string, string>();

  return {
    begin: async (eventId) => {
      const nowMs = Date.now();
      const owner = crypto.randomUUID();
      const isFirst = await insert(
        run,
        `INSERT INTO ${table} (event_id, owner, answer, expires_at) VALUES (?, ?, NULL, ?)`,
        eventId,
        owner,
        nowMs + reservationMs,
      );
      if (!isFirst) {
        await run(
          `UPDATE ${table} SET owner = ?, expires_at = ? WHERE event_id = ? AND answer IS NULL AND expires_at <= ?`,
          owner,
          nowMs + reservationMs,
          eventId,
          nowMs,
        );
        const row = firstRow(
          await run(`SELECT owner, answer FROM ${table} WHERE event_id = ?`, eventId),
        );
        if (typeof row?.answer === 'string')
          return row.answer === '' ? 'done' : { done: row.answer };
        if (row?.owner !== owner) return 'busy';
      }
      owned.set(eventId, owner);
      await sweep(nowMs);
      return 'new';
    },
    commit: async (eventId, answer = '') => {
      owned.delete(eventId);
      await run(
        `UPDATE ${table} SET answer = ?, expires_at = ? WHERE event_id = ?`,
        answer,
        Date.now() + doneMs,
        eventId,
      );
    },
    release: async (eventId) => {
      const owner = owned.get(eventId);
      owned.delete(eventId);
      if (owner === undefined) return;
      await run(
        `DELETE FROM ${table} WHERE event_id = ? AND owner = ? AND answer IS NULL`,
        eventId,
        owner,
      );
    },
  };
}

/** Inserts a row; false if the key exists. */
async function insert(run: Run, sql: string, ...values: (string | number)[]): Promise<boolean> {
  try {
    await run(sql, ...values);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** The message for a taken key in Node's own SQLite, which has one code for every error. */
const TAKEN_IN_NODE = /^UNIQUE constraint failed/;

/** Tells whether the key exists. Query builders wrap the driver's error, so causes are searched too. */
function isTaken(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && TAKEN.test(code)) return true;
  if (code === 'ERR_SQLITE_ERROR' && TAKEN_IN_NODE.test(String(message))) return true;
  return cause !== error && isTaken(cause);
}

/** Deletes expired keys. It may run late or fail, because requests with such keys are refused as stale anyway. */
function sweeper(run: Run, table: string): (nowMs: number) => Promise<void> {
  let sweptAt = 0;
  return async (nowMs) => {
    if (nowMs - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = nowMs;
    await run(`DELETE FROM ${table} WHERE expires_at <= ?`, nowMs).catch(() => undefined);
  };
}

function connectionOf(options: SqlStoreOptions, defaultTable: string): { run: Run; table: string } {
  const { placeholder = '?', table = defaultTable } = options;
  if (typeof options.query !== 'function') throw new TypeError('query must be a function');
  if (!/^[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?$/i.test(table)) {
    throw new TypeError('table must be a plain name');
  }
  const run: Run = (sql, ...values) => {
    let position = 0;
    const numbered =
      placeholder === '?' ? sql : sql.replaceAll('?', () => `$${String((position += 1))}`);
    return options.query(numbered, values);
  };
  return { run, table };
}

/** Reads the first row of plain rows, of mysql2's `[rows, fields]`, or of pg's `{ rows }`. */
function firstRow(result: unknown): Record<string, unknown> | undefined {
  const rows = Array.isArray(result) ? result : (result as { rows?: unknown } | null)?.rows;
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return (Array.isArray(first) ? first[0] : first) as Record<string, unknown> | undefined;
}
