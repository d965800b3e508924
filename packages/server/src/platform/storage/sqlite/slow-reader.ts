import { createTurns } from '../../turns';
import { tooSlow } from '../failures';
import type { Sql } from '../sql';
import type { SqliteConnection } from './connection';
import type { SqliteHandle } from './handle';

/**
 * Runs slow reads in a process of their own, one after another. A read that isn't done `withinMs` after it was
 * asked for is ended by killing the process: this interface of SQLite can't stop a statement that finds nothing.
 */
export function createSlowReader(handle: SqliteHandle, withinMs: number): Sql {
  const oneAtATime = createTurns(1);
  const bounded = <T>(read: (connection: SqliteConnection) => Promise<T>): Promise<T> => {
    const deadline = performance.now() + withinMs;
    return oneAtATime(async () => {
      const connection = await handle.current();
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw tooSlow();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        connection.kill();
      }, leftMs);
      try {
        return await read(connection);
      } catch (error) {
        throw isLate ? tooSlow(error) : error;
      } finally {
        clearTimeout(timer);
      }
    });
  };
  return {
    dialect: 'sqlite',
    rows: (...statement) => bounded((connection) => connection.rows(...statement)),
    run: (...statement) => bounded((connection) => connection.run(...statement)),
    insert: (insert) => bounded((connection) => connection.insert(insert)),
  };
}
