import { placeholders, type Dialect, type SqlValue } from '../storage/sql';

/**
 * `(a,b) IN (…)`, for rows of a composite key. SQLite wants VALUES there, MySQL and MariaDB don't
 * have it; all three go through the key's index in its order, so that locks are taken in that order.
 */
export function keyIn(
  dialect: Dialect,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): string {
  const values = placeholders(rows.length, columns.length);
  return `(${columns.join(',')}) IN (${dialect === 'sqlite' ? 'VALUES ' : ''}${values})`;
}
