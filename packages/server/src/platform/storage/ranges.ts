import { keyIn, placeholders, type Dialect } from './sql';
import type { SqlValue } from './table';

/** A part of an index: what is compared with constants, and the rest of the conditions. */
export interface Range {
  where: string;
  params: readonly SqlValue[];
}

/** By its name; the primary key has one of the database's own. */
export type Index = string | { primaryKeyOf: string };

export interface RangesQuery {
  dialect: Dialect;
  /** Those of `order` among them. */
  columns: string;
  /** The table, and the name that conditions give it. */
  from: string;
  /** Which one the ranges are of. */
  index: Index;
  /** What else is read for each row. */
  join?: string;
  ranges: readonly Range[];
  /** The order in which the index gives the rows of one range, such as `created_at DESC`. */
  order: string;
  limit: number;
}

/** SQLite takes 500. */
const MAX_TERMS = 400;

/**
 * A SELECT of the first rows of several ranges of one index. `tenant_id IN (…) ORDER BY …` would
 * read and sort all rows of all tenants; here each range is read in its order, up to the limit.
 */
export function firstOfRanges(query: RangesQuery): { sql: string; params: SqlValue[] } {
  const { dialect, columns, from, index, join = '', ranges, order, limit } = query;
  const select = `SELECT ${columns} FROM ${from}${throughIndex(dialect, index)} ${join}`;
  const end = `ORDER BY ${order} LIMIT ${limit}`;
  const merge = (selects: readonly string[]): string => {
    const [only] = selects;
    if (only !== undefined && selects.length === 1) return only;
    const terms = selects.length > MAX_TERMS ? inParts(selects).map(merge) : selects;
    return `SELECT * FROM (${unionAll(dialect, terms)}) ranged ${end}`;
  };
  return {
    sql: merge(ranges.map(({ where }) => `${select} WHERE ${where} ${end}`)),
    params: ranges.flatMap(({ params }) => params),
  };
}

/** The range of the rows for which all of these hold. */
export function allOf(conditions: readonly Range[]): Range {
  return {
    where: conditions.map(({ where }) => where).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

export function equal(column: string, value: SqlValue): Range {
  return { where: `${column} = ?`, params: [value] };
}

export function among(column: string, values: readonly SqlValue[]): Range {
  return { where: `${column} IN ${placeholders(1, values.length)}`, params: values };
}

/**
 * The rows with one of these keys of two columns, most of which exist: as `keyIn`, and quicker for many. MariaDB compares
 * each row that it finds with every key of a list of rows, which takes 11 ms for 150; a list of values it searches.
 * @param columns the first has few different values, such as a tenant's id
 */
export function amongKeys(
  dialect: Dialect,
  columns: readonly [string, string],
  keys: readonly (readonly [SqlValue, SqlValue])[],
): Range {
  if (dialect === 'sqlite') return { where: keyIn(dialect, columns, keys), params: keys.flat() };
  const [shared, own] = columns;
  const groups = new Map<SqlValue, SqlValue[]>();
  for (const [first, second] of keys) {
    const group = groups.get(first) ?? [];
    groups.set(first, group);
    group.push(second);
  }
  const ranges = [...groups].map(([first, group]) =>
    allOf([equal(shared, first), among(own, group)]),
  );
  return {
    where: `(${ranges.map(({ where }) => `(${where})`).join(' OR ')})`,
    params: ranges.flatMap(({ params }) => params),
  };
}

/**
 * Follows a table's name. Where several indexes begin with the same columns, a guess from statistics
 * is sometimes wrong, and the rows of a whole tenant get sorted.
 */
export function throughIndex(dialect: Dialect, index: Index): string {
  if (dialect === 'sqlite') {
    const isNamed = typeof index === 'string';
    return ` INDEXED BY ${isNamed ? index : `sqlite_autoindex_${index.primaryKeyOf}_1`}`;
  }
  return ` FORCE INDEX (${typeof index === 'string' ? index : 'PRIMARY'})`;
}

/** Joins the table after it to those before it, never the other way round. */
export const THEN_JOIN: Record<Dialect, string> = { sqlite: 'CROSS JOIN', mysql: 'STRAIGHT_JOIN' };

/** Rows of SELECTs that have an order and a limit of their own. */
export function unionAll(dialect: Dialect, selects: readonly string[]): string {
  return selects
    .map((select) => (dialect === 'sqlite' ? `SELECT * FROM (${select})` : `(${select})`))
    .join(' UNION ALL ');
}

function inParts(selects: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let start = 0; start < selects.length; start += MAX_TERMS) {
    parts.push(selects.slice(start, start + MAX_TERMS));
  }
  return parts;
}
