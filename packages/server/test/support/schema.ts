import type { Database } from '../../src/platform/storage/database';

/** Tables, columns and indexes, in a form that can be compared. */
export async function schemaOf(database: Database): Promise<unknown[]> {
  return database.dialect === 'mysql'
    ? [
        await database.read.rows(
          `SELECT table_name, column_name, column_type, collation_name, is_nullable FROM information_schema.columns
           WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`,
        ),
        await database.read.rows(
          `SELECT table_name, index_name, column_name FROM information_schema.statistics
           WHERE table_schema = DATABASE() ORDER BY table_name, index_name, seq_in_index`,
        ),
      ]
    : database.read.rows('SELECT type, name, sql FROM sqlite_master ORDER BY type, name');
}
