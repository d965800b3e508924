import type { Sql } from '../platform/storage/sql';
import type { QueryWord } from './words';

export interface IndexedDocument {
  tenantId: string;
  documentNo: number;
  words: readonly string[];
}

export interface FoundDocument {
  tenant_id: string;
  conversation_id: string;
}

export interface FindQuery {
  tenantIds: readonly string[];
  /** Words that must all occur; at least one. */
  words: readonly QueryWord[];
  limit: number;
}

/** Index from words to conversations; each kind of database has its own. */
export interface SearchIndex {
  /** Adds words which the documents don't have yet. */
  add(tx: Sql, documents: readonly IndexedDocument[]): Promise<void>;
  remove(tx: Sql, documents: readonly IndexedDocument[]): Promise<void>;
  /** All matches, in no order; null: there may be more than `limit`. */
  find(sql: Sql, query: FindQuery): Promise<FoundDocument[] | null>;
}
