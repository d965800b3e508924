import { keyIn, placeholders, type Dialect } from './sql';
import type { SqlValue } from './table';

/** The conditions that select a part of an index, and their parameters. */
export interface Range {
  where: string;
  params: readonly SqlValue[];
}

/** An index's name, or the table whose primary key is used: each database names that one differently. */
export type Index = string | { primaryKeyOf: string };

export interface RangesQuery {
  dialect: Dialect;
  /** The columns to read. They must include those of `order`. */
  columns: string;
  /** The table, and the name that conditions give it. */
  from: string;
  /** The index that the ranges are parts of. */
  index: Index;
  /** JOIN clauses for further columns of each row. */
  join?: string;
  ranges: readonly Range[];
  /** The order in which the index gives the rows of one range, such as `created_at DESC`. */
  order: string;
  limit: number;
}

/** SELECTs in one UNION; SQLite allows 500. */
const MAX_TERMS = 400;

/**
 * Makes a SELECT of the first rows of several ranges of one index. `tenant_id IN (…) ORDER BY …` would
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
 * Selects rows by many keys of two columns, most of which exist. Quicker than `keyIn`: MariaDB compares each row with
 * every pair in a list of pairs (11 ms for 150 keys), but searches a list of single values.
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
 * Makes a statement use this index; the text follows the table's name. Where several indexes begin with the same
 * columns, the database sometimes guesses wrong, and sorts the rows of a whole tenant.
 */
export function throughIndex(dialect: Dialect, index: Index): string {
  if (dialect === 'sqlite') {
    const isNamed = typeof index === 'string';
    return ` INDEXED BY ${isNamed ? index : `sqlite_autoindex_${index.primaryKeyOf}_1`}`;
  }
  return ` FORCE INDEX (${typeof index === 'string' ? index : 'PRIMARY'})`;
}

/** A join that keeps the order of its tables: the database reads the left one first. */
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
