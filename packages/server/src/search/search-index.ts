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
  /** All of them must occur. At least one. */
  words: readonly QueryWord[];
  limit: number;
}

/** From words to conversations, in the way of each database. */
export interface SearchIndex {
  /** Adds words which the documents don't have yet. */
  add(tx: Sql, documents: readonly IndexedDocument[]): Promise<void>;
  /** Removes all words of these documents. */
  remove(tx: Sql, documents: readonly IndexedDocument[]): Promise<void>;
  /** All matches, in no order; null: there may be more than `limit`. */
  find(sql: Sql, query: FindQuery): Promise<FoundDocument[] | null>;
}
