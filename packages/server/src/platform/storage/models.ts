import {
  DataTypes,
  Sequelize,
  type Model,
  type ModelAttributes,
  type ModelStatic,
  type Options,
  type Transaction,
} from 'sequelize';
import { createTurns } from '../turns';
import type { Sql } from './sql';
import type { Table } from './table';

/**
 * Sequelize's models on the relay's connections. Sequelize has none of its own: its reads run on the
 * relay's, and in a transaction its statements run on the one that the relay began.
 */
export interface Models<S extends Sql> {
  readonly sequelize: Sequelize;
  /** The `transaction` option for models, on the connection of `sql`. Sequelize's BEGIN and COMMIT are not run. */
  join(sql: S): Promise<Transaction>;
}

/** Picks the connection for a statement; null skips it (BEGIN, COMMIT, ROLLBACK). */
export type Route<S extends Sql> = (statement: string) => S | null;

const OPTIONS = {
  logging: false,
  define: { timestamps: false, freezeTableName: true },
} as const;

/** @param driverOf makes what Sequelize calls a `dialectModule`; each of its connections has a route */
export function createModels<S extends Sql>(
  read: S,
  options: Options,
  driverOf: (newRoute: () => Route<S>) => object,
): Models<S> {
  let joining: S | undefined;
  const newRoute = (): Route<S> => {
    let current = read;
    return (statement) => {
      if (/^(BEGIN|START TRANSACTION)/.test(statement)) {
        if (!joining) throw new Error('a transaction begins with database.transaction');
        current = joining;
        return null;
      }
      if (!/^(COMMIT|ROLLBACK)/.test(statement)) return current;
      current = read;
      return null;
    };
  };
  const sequelize = new Sequelize({ ...OPTIONS, ...options, dialectModule: driverOf(newRoute) });
  const oneAtATime = createTurns(1);
  return {
    sequelize,
    join: (sql) =>
      oneAtATime(async () => {
        joining = sql;
        try {
          return await sequelize.transaction();
        } finally {
          joining = undefined;
        }
      }),
  };
}

const TYPES = {
  text: DataTypes.TEXT,
  integer: DataTypes.BIGINT,
  bytes: DataTypes.BLOB,
} as const;

/**
 * The Sequelize model of a table, for plain statements: rows by key, lists, inserts, and updates with a condition.
 * Joins, and everything that runs for each message or callback, are SQL.
 */
export function modelOf<Row extends object>(
  { sequelize }: { readonly sequelize: Sequelize },
  { name, key, kinds }: Table<Row>,
): ModelStatic<Model<Row>> {
  if (sequelize.isDefined(name)) return sequelize.model(name) as ModelStatic<Model<Row>>;
  const attributes = Object.entries(kinds).map(([column, { kind, isNullable }]) => [
    column,
    { type: TYPES[kind], allowNull: isNullable, primaryKey: key.includes(column) },
  ]);
  return sequelize.define<Model<Row>>(
    name,
    Object.fromEntries(attributes) as ModelAttributes<Model<Row>>,
  );
}
