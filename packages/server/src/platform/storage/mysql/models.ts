import { EventEmitter } from 'node:events';
import { callbackify } from 'node:util';
import { createModels, type Models } from '../models';
import type { Sql } from '../sql';
import type { SqlValue } from '../table';

/** More than there are simultaneous transactions and reads. These connections are objects, and cost nothing. */
const MAX_CONNECTIONS = 1_000;

export function mysqlModels(read: Sql): Models<Sql> {
  const options = {
    dialect: 'mysql',
    databaseVersion: '8.0.0',
    keepDefaultTimezone: true,
    pool: { max: MAX_CONNECTIONS, validate: () => true },
  } as const;
  return createModels(read, options, (newRoute) => {
    /** The part of mysql2's connection that Sequelize calls. */
    class Connection extends EventEmitter {
      readonly #route = newRoute();

      query({ sql }: { sql: string }, callback: Callback): this {
        return this.execute(sql, [], callback);
      }

      execute(statement: string, params: readonly SqlValue[], callback: Callback): this {
        callbackify(async () => this.#route(statement)?.rows(statement, params))(callback);
        return this;
      }

      end(callback: (error: null) => void): void {
        callback(null);
      }
    }
    return {
      createConnection: () => {
        const connection = new Connection();
        queueMicrotask(() => connection.emit('connect'));
        return connection;
      },
    };
  });
}

type Callback = (error: Error | null, result?: unknown) => void;
