import type { SqlValue } from './sql';

/** A table as the code writes it. Its rows are objects, so that no two columns can be swapped. */
export interface Table<Row> {
  readonly name: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Never set: it carries the type. */
  readonly row?: Row;
}

export type RowOf<T> = T extends Table<infer Row> ? Row : never;

/** A column, which holds values of this type. */
export interface Column<Value extends SqlValue> {
  /** Never set: it carries the type. */
  readonly value?: Value;
}

type Columns = Record<string, Column<SqlValue>>;
type RowWith<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

/** @param columns in the order of the statements */
export function defineTable<C extends Columns>(
  name: string,
  key: readonly (keyof C & string)[],
  columns: C,
): Table<RowWith<C>> {
  return { name, key, columns: Object.keys(columns) };
}

export const text = <Value extends string = string>(): Column<Value> => ({});
export const integer = (): Column<number> => ({});
export const bytes = (): Column<Buffer> => ({});
export const orNull = <Value extends SqlValue>(column: Column<Value>): Column<Value | null> =>
  column;

/** The values of all rows, one row after the other. */
export function valuesOf<Row extends object>(table: Table<Row>, rows: readonly Row[]): SqlValue[] {
  const values: SqlValue[] = [];
  for (const row of rows as readonly Record<string, SqlValue>[]) {
    for (const column of table.columns) values.push(row[column] ?? null);
  }
  return values;
}
