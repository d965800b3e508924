import type { Dialect } from '../platform/storage/sql';
import { fts5Index } from './fts5-index';
import type { SearchIndex } from './search-index';
import { termTable } from './term-table';

export function searchIndexOf(dialect: Dialect): SearchIndex {
  return dialect === 'sqlite' ? fts5Index : termTable;
}
