import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';

/** Tables and indexes of the search in SQLite, including those that FTS5 creates. */
const PARTS = [
  'search_documents',
  'sqlite_autoindex_search_documents_1',
  'search_documents_no',
  'search_words_data',
  'search_words_idx',
];

export interface IndexSize {
  /** Result of the last `measure`; 0 before the first. */
  bytes(): number;
  measure(): Promise<void>;
}

/** Measures the disk space of the search index, which reads every page: do so rarely. */
export function createIndexSize({
  dialect,
  slowRead,
}: Pick<Database, 'dialect' | 'slowRead'>): IndexSize {
  let bytes = 0;
  return {
    bytes: () => bytes,
    measure: async () => {
      const [row] =
        dialect === 'sqlite'
          ? await slowRead.rows<{ bytes: number | null }>(
              `SELECT SUM(pgsize) AS bytes FROM dbstat WHERE name IN ${placeholders(1, PARTS.length)}`,
              PARTS,
            )
          : await slowRead.rows<{ bytes: number | string | null }>(
              `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables
               WHERE table_schema = DATABASE() AND table_name IN ('search_documents', 'search_terms')`,
            );
      bytes = Number(row?.bytes ?? 0);
    },
  };
}
