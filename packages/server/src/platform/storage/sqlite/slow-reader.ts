import type { Database as SqliteHandle } from 'sqlite3';
import { AppError } from '../../errors';
import { codeOf } from '../failures';
import { createMutex } from '../mutex';
import { sqliteSql, type Sql } from '../sql';

/** Why a slow read was stopped, for people who can ask for less. */
export function tooSlow(cause?: unknown): AppError {
  return new AppError('overloaded', {
    message:
      'This read takes too long. Narrow it: one tenant, one status or state, longer words or a shorter time.',
    retryAfterS: 1,
    cause,
  });
}

/**
 * Reads on a SQLite handle of their own, one after another: each holds one of the process's few
 * threads. One that isn't done `withinMs` after it was asked for is interrupted.
 */
export function createSlowReader(handle: SqliteHandle, withinMs: number): Sql {
  const sql = sqliteSql(handle);
  const oneAtATime = createMutex();
  const bounded = <T>(read: () => Promise<T>): Promise<T> => {
    const deadline = performance.now() + withinMs;
    return oneAtATime(async () => {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw tooSlow();
      const timer = setTimeout(() => handle.interrupt(), leftMs);
      try {
        return await read();
      } catch (error) {
        throw codeOf(error) === 'SQLITE_INTERRUPT' ? tooSlow(error) : error;
      } finally {
        clearTimeout(timer);
      }
    });
  };
  return {
    dialect: sql.dialect,
    rows: (...statement) => bounded(() => sql.rows(...statement)),
    run: (...statement) => bounded(() => sql.run(...statement)),
  };
}
