import type { Database } from '../../src/platform/storage/database';

/**
 * The whole schema in a comparable form. Columns are in alphabetical order, because columns that migrations add come
 * last in the database.
 */
export async function schemaOf({ dialect, read }: Database): Promise<unknown[]> {
  if (dialect === 'mysql') {
    return Promise.all(PARTS_ON_MYSQL.map((part) => read.rows(part)));
  }
  const rows = await read.rows<{ type: string; name: string; table: string; sql: string | null }>(
    'SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY type, name',
  );
  return rows.map(({ sql, ...row }) => ({ ...row, sql: sql && inOrder(sql) }));
}

const HERE = 'table_schema = DATABASE()';
const PARTS_ON_MYSQL = [
  `SELECT table_name, engine, table_collation FROM information_schema.tables WHERE ${HERE} ORDER BY table_name`,
  `SELECT table_name, column_name, column_default, is_nullable, column_type, character_set_name, collation_name,
     extra FROM information_schema.columns WHERE ${HERE} ORDER BY table_name, column_name`,
  `SELECT table_name, index_name, seq_in_index, column_name, non_unique, sub_part, collation, index_type
   FROM information_schema.statistics WHERE ${HERE} ORDER BY table_name, index_name, seq_in_index`,
  `SELECT table_name, constraint_name, constraint_type FROM information_schema.table_constraints
   WHERE ${HERE} ORDER BY table_name, constraint_name`,
  `SELECT trigger_name, action_statement FROM information_schema.triggers
   WHERE trigger_schema = DATABASE() ORDER BY trigger_name`,
];

/** The statement that made a table, with its columns in the order of their names; others unchanged. */
function inOrder(sql: string): string {
  const plain = sql.replaceAll('"', '').replaceAll(/\s+/g, ' ');
  const [, start, columns = '', end] = /^(CREATE TABLE \w+) ?\((.*)\) ?(.*)$/.exec(plain) ?? [];
  if (start === undefined) return plain;
  // Not the commas inside parentheses, as of a key.
  const parts = columns.split(/,(?![^()]*\))/).map((part) => part.trim());
  return `${start} (${parts.toSorted().join(', ')}) ${end}`;
}
