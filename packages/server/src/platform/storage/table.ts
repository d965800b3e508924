export type SqlValue = string | number | boolean | null | Buffer;

/** The one definition of a table in the code. Its rows are objects, so that no two columns can be swapped. */
export interface Table<Row> extends Columns<Row> {
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly kinds: Readonly<Record<string, Column<SqlValue>>>;
}

/** Some columns of a table, or all of them. */
export interface Columns<Row> {
  readonly name: string;
  readonly columns: readonly string[];
  /** Never set: it carries the type. */
  readonly row?: Row;
}

export type RowOf<T> = T extends Columns<infer Row> ? Row : never;

/** A column, which holds values of this type. */
export interface Column<Value extends SqlValue> {
  readonly kind: 'text' | 'integer' | 'bytes';
  readonly isNullable: boolean;
  /** Never set: it carries the type. */
  readonly value?: Value;
}

type ColumnsByName = Record<string, Column<SqlValue>>;
type RowWith<C extends ColumnsByName> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

/** @param kinds every column of the table, in the order of the statements */
export function defineTable<C extends ColumnsByName>(
  name: string,
  key: readonly (keyof C & string)[],
  kinds: C,
): Table<RowWith<C>> {
  return { name, key, columns: Object.keys(kinds), kinds };
}

/** Selects columns, for statements that read or write only these. */
export function pickColumns<Row, Name extends keyof Row & string>(
  { name }: Table<Row>,
  ...columns: readonly Name[]
): Columns<Pick<Row, Name>> {
  return { name, columns };
}

/** All columns but these. */
export function dropColumns<Row, Name extends keyof Row & string>(
  { name, columns }: Table<Row>,
  ...without: readonly Name[]
): Columns<Omit<Row, Name>> {
  const dropped: readonly string[] = without;
  return { name, columns: columns.filter((column) => !dropped.includes(column)) };
}

/** The columns as the text of a SELECT's list. */
export function listColumns({ columns }: Columns<unknown>, alias?: string): string {
  return columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', ');
}

export const text = <Value extends string = string>(): Column<Value> => ({
  kind: 'text',
  isNullable: false,
});
export const integer = <Value extends number = number>(): Column<Value> => ({
  kind: 'integer',
  isNullable: false,
});
export const bytes = (): Column<Buffer> => ({ kind: 'bytes', isNullable: false });
export const orNull = <Value extends SqlValue>({ kind }: Column<Value>): Column<Value | null> => ({
  kind,
  isNullable: true,
});

/** The values of all rows, one row after the other. */
export function valuesOf<Row extends object>(
  table: Columns<Row>,
  rows: readonly Row[],
): SqlValue[] {
  const values: SqlValue[] = [];
  for (const row of rows as readonly Record<string, SqlValue>[]) {
    for (const column of table.columns) values.push(row[column] ?? null);
  }
  return values;
}
