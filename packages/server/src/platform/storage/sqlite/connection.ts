import { DriverError } from '../driver-error';
import { insertOf, type Sql } from '../sql';
import type { SqlValue } from '../table';
import type {
  Answer,
  Changes,
  Params,
  Pragmas,
  Request,
  Rows,
  StatementRequest,
  Value,
} from './sqlite-worker.js';
import type { WorkerHost } from './worker-host';

/** A statement's parameters, by position or by name: Sequelize's are named `$1`, `$2`. */
export type SqliteParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

export interface SqliteSql extends Sql {
  rows<T>(sql: string, params?: SqliteParams): Promise<T[]>;
  run(sql: string, params?: SqliteParams): Promise<number>;
}

/** SQL on one connection to a SQLite file. Every call fails once its thread or process has ended. */
export interface SqliteConnection extends SqliteSql {
  readonly isOpen: boolean;
  close(): Promise<void>;
  /** Ends the connection and its running statement at once. */
  kill(): void;
}

/** The connection has ended without a commit, as far as is known: a commit's confirmation may be lost. */
const CONNECTION_LOST = 'SQLITE_CONNECTION_LOST';

/** Pragmas of every connection, in the form that SQLite reads back. A connection with another value is not used. */
const PRAGMAS: Pragmas = {
  busy_timeout: 5_000,
  foreign_keys: 1,
  encoding: 'UTF-8', // a property of the file: in UTF-16, texts have another order
  synchronous: 2, // FULL
  query_only: 0,
  read_uncommitted: 0,
  ignore_check_constraints: 0,
  legacy_alter_table: 0,
  reverse_unordered_selects: 0,
};

interface Waiting {
  resolve(answer: Exclude<Answer, { error: unknown }>): void;
  reject(error: Error): void;
}

/** Connects to a SQLite file, which is made if it is missing. */
export async function connectSqlite(
  host: WorkerHost,
  path: string,
  pragmas: Pragmas,
): Promise<SqliteConnection> {
  /** Callers in the order of their requests, which is also the order of the responses. */
  const waiting: Waiting[] = [];
  /** Requests of this turn of the event loop. They go in one message: waking the thread costs more than a request. */
  let unsent: Request[] = [];
  let lost: Error | undefined;
  /** While it closes, it keeps the process alive until its end. */
  let isClosing = false;

  host.hold(false);
  host.onAnswers((answers) => {
    for (const answer of answers) {
      const asked = waiting.shift();
      if ('error' in answer) asked?.reject(errorOf(answer.error));
      else asked?.resolve(answer);
    }
    if (waiting.length === 0 && !isClosing) host.hold(false);
  });
  host.onEnd((reason) => {
    lost = new DriverError(CONNECTION_LOST, 'the connection to the database has ended', {
      cause: reason,
    });
    for (const { reject } of waiting.splice(0)) reject(lost);
  });

  const send = (): void => {
    const requests = unsent;
    unsent = [];
    try {
      host.send(requests);
    } catch (error) {
      for (const { reject } of waiting.splice(-requests.length)) reject(error as Error);
    }
  };
  const ask = <T extends Answer>(request: Request): Promise<T> =>
    new Promise<Answer>((resolve, reject) => {
      if (lost) return reject(lost);
      if (unsent.push(request) === 1) queueMicrotask(send);
      if (waiting.push({ resolve, reject }) === 1) host.hold(true);
    }) as Promise<T>; // each kind of request has its kind of answer
  const execute = async <T extends Answer>(
    kind: StatementRequest['kind'],
    sql: string,
    params: SqliteParams = [],
  ): Promise<T> => ask<T>({ kind, sql, params: toParams(params) });

  const close = async () => {
    if (lost) return;
    const ended = new Promise<void>((resolve) => host.onEnd(() => resolve()));
    isClosing = true;
    host.hold(true);
    await ask({ kind: 'close' }).catch(() => undefined); // it may have been killed just now
    await ended;
  };
  try {
    await ask({ kind: 'open', path, pragmas: { ...PRAGMAS, ...pragmas } });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: 'sqlite',
    get isOpen() {
      return lost === undefined;
    },
    rows: async (sql, params) => toRows(await execute<Rows>('rows', sql, params)) as never[],
    run: async (sql, params) => (await execute<Changes>('run', sql, params)).changes,
    insert: async (insert) => {
      const { columns, values } = insert;
      const params = values.map(toValue);
      const request = { kind: 'insert', sql: insertOf(insert, 1), params, columns } as const;
      return (await ask<Changes>(request)).changes;
    },
    close,
    kill: () => host.kill(),
  };
}

function toParams(params: SqliteParams): Params {
  if (Array.isArray(params)) return params.map(toValue);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toValue(value)]));
}

function toValue(value: SqlValue): Value {
  if (typeof value === 'boolean') return value ? 1 : 0;
  // A Buffer is often a part of a larger piece of memory, all of which would be copied.
  if (typeof value === 'object' && value !== null) return Uint8Array.prototype.slice.call(value);
  if (typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`a number can't be stored exactly: ${value}`);
  }
  return value;
}

function toRows({ columns, values }: Rows): Record<string, SqlValue>[] {
  const rows: Record<string, SqlValue>[] = [];
  for (let at = 0; at < values.length;) {
    const row: Record<string, SqlValue> = {};
    for (const column of columns) row[column] = fromValue(values[at++] as Value);
    rows.push(row);
  }
  return rows;
}

function fromValue(value: Value): SqlValue {
  if (typeof value !== 'object' || value === null) return value as SqlValue;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function errorOf({ code, message }: { code: string | null; message: string }): Error {
  return new DriverError(code ?? undefined, message);
}
