import type { Database as SqliteHandle } from 'sqlite3';
import { AppError } from '../../errors';
import { codeOf } from '../failures';
import { createMutex } from '../mutex';
import { sqliteSql, type Sql } from '../sql';

/** The message for people who can narrow their request. */
export function tooSlow(cause?: unknown): AppError {
  return new AppError('overloaded', {
    message:
      'This request takes too long. Narrow it to one tenant, one status or state, longer words or a shorter time span.',
    retryAfterS: 1,
    cause,
  });
}

/**
 * Reads one after another on a SQLite handle of their own, because each uses one of the process's few threads.
 * A read that takes longer than `withinMs`, including its wait, is interrupted.
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
