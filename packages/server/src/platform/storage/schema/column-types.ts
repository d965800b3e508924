import type { Dialect } from '../sql';

/**
 * Column types of both databases. Everything that is compared is binary: with a case-insensitive collation `A1`
 * would equal `a1`, and `ádmin@` would be `admin@`.
 */
export interface ColumnTypes {
  /** Lets a migration create tables that only one database has. */
  dialect: Dialect;
  /** A UUID. */
  id: string;
  /** Identifiers, compared as bytes. */
  ascii(length: number): string;
  /** Unicode text that is compared as bytes. */
  binaryText(length: number): string;
  /** Unicode text for people. */
  text(length: number): string;
  /** Unicode text or JSON without a fixed length. */
  longText: string;
  bytes: string;
  integer: string;
  boolean: string;
  /** Milliseconds since the epoch. */
  time: string;
  /**
   * The condition of a partial index, if the database supports it. A query uses such an index only if it names
   * the condition or compares the column.
   */
  where(condition: string): string;
  /** The text after a table's closing parenthesis. */
  tableEnd: string;
}

export function createTypes(dialect: Dialect): ColumnTypes {
  if (dialect === 'sqlite') {
    return {
      dialect,
      id: 'CHAR(36)',
      ascii: (length) => `VARCHAR(${length})`,
      binaryText: (length) => `VARCHAR(${length})`,
      text: (length) => `VARCHAR(${length})`,
      longText: 'TEXT',
      bytes: 'BLOB',
      integer: 'INTEGER',
      boolean: 'TINYINT(1)',
      time: 'BIGINT',
      where: (condition) => ` WHERE ${condition}`,
      tableEnd: '',
    };
  }
  const ascii = (length: number) => `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin`;
  return {
    dialect,
    id: 'CHAR(36) CHARACTER SET ascii COLLATE ascii_bin',
    ascii,
    binaryText: (length) => `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    text: (length) => `VARCHAR(${length})`,
    longText: 'MEDIUMTEXT',
    bytes: 'MEDIUMBLOB',
    integer: 'INT',
    boolean: 'TINYINT(1)',
    time: 'BIGINT',
    where: () => '',
    tableEnd: 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin',
  };
}
