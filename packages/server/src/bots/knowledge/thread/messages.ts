import type { FoundPart, IndexedDocument, PassageIndex } from '../passage-index';

/** Arguments of an index's `search`. */
export type Question = Parameters<PassageIndex['search']>;

export interface StoredDocument {
  documentId: string;
  revision: number;
  /** Size of the content. */
  bytes: number;
}

export interface ReadDocument extends IndexedDocument {
  content: string;
}

/** The database, which the thread reads through the relay. */
export interface Reads {
  list(tenantId: string): Promise<StoredDocument[]>;
  /** Without those that were removed meanwhile. */
  contents(tenantId: string, documentIds: readonly string[]): Promise<ReadDocument[]>;
}

/** Indexes that the thread keeps in memory. */
export interface KeptSize {
  tenants: number;
  bytes: number;
}

export interface ThreadSettings {
  /** Limits all indexes together. */
  maxBytes: number;
  /** How long an unused index is kept. */
  idleMs: number;
}

export interface Search {
  kind: 'search';
  id: number;
  tenantId: string;
  /** The index must have all changes up to it. */
  revision: number;
  question: Question;
}

export type ToThread =
  | Search
  /** The answer to a read; null: it failed. */
  | { kind: 'rows'; id: number; rows: unknown };

export type FromThread =
  | { kind: 'found'; id: number; found: FoundPart[] }
  | { kind: 'failed'; id: number; problem: string }
  | { kind: 'read'; id: number; tenantId: string; documentIds: readonly string[] | null }
  | ({ kind: 'kept' } & KeptSize);
