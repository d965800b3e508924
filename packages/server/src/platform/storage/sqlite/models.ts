import { createModels, type Models } from '../models';
import type { SqliteParams, SqliteSql } from './connection';

export function sqliteModels(read: SqliteSql): Models<SqliteSql> {
  const options = { dialect: 'sqlite', storage: 'the handles of the relay' } as const;
  return createModels(read, options, (newRoute) => {
    /** The part of the `Database` class of the package sqlite3 that Sequelize calls. */
    class Database {
      readonly #route = newRoute();

      constructor(_storage: string, _mode: number, callback: (error: null) => void) {
        queueMicrotask(() => callback(null)); // Sequelize needs what the constructor returns first
      }

      serialize(work: () => void): void {
        work();
      }

      all(statement: string, ...rest: Rest): void {
        const [params, callback] = partsOf(rest);
        const answer = async (): Promise<Answer> => ({
          rows: (await this.#route(statement)?.rows(statement, params)) ?? [],
          changes: 0,
        });
        settle(answer(), callback);
      }

      run(statement: string, ...rest: Rest): void {
        const [params, callback] = partsOf(rest);
        const answer = async (): Promise<Answer> => ({
          rows: [],
          changes: (await this.#route(statement)?.run(statement, params)) ?? 0,
        });
        settle(answer(), callback);
      }

      close(): void {}
    }
    return { Database, OPEN_READWRITE: 2, OPEN_CREATE: 0 };
  });
}

interface Answer {
  rows: unknown[];
  changes: number;
}
type Callback = (this: { changes: number }, error: Error | null, rows?: unknown[]) => void;
type Rest = [] | [Callback] | [SqliteParams, Callback];

function partsOf(rest: Rest): [SqliteParams, Callback] {
  if (rest.length === 2) return rest;
  return [[], rest[0] ?? (() => undefined)];
}

function settle(answer: Promise<Answer>, callback: Callback): void {
  answer.then(
    ({ rows, changes }) => callback.call({ changes }, null, rows),
    (error: Error) => callback.call({ changes: 0 }, error),
  );
}
