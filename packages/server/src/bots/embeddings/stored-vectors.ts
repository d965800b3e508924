import { eraseInBatches, type Pace } from '../../platform/storage/batch-erasure';
import type { Database } from '../../platform/storage/database';
import { forUpdate, placeholders, upsertRows, type Sql } from '../../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../../platform/storage/table';
import { KNOWLEDGE_VECTORS } from '../knowledge/model';

type VectorRow = RowOf<typeof KNOWLEDGE_VECTORS>;

export type StoredVector = Pick<VectorRow, 'place' | 'revision' | 'text_hash' | 'vector'>;

export interface StoredDocument {
  documentId: string;
  revision: number;
  title: string;
  url: string | null;
  locale: string | null;
  content: string;
}

const ROWS_A_READ = 500;
const OF_ONE = pickColumns(KNOWLEDGE_VECTORS, 'place', 'revision', 'text_hash', 'vector');

export function readDocuments(
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<StoredDocument[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return sql.rows<StoredDocument>(
    `SELECT knowledge_document_id AS documentId, revision, title, url, locale, content
     FROM knowledge_documents
     WHERE tenant_id = ? AND knowledge_document_id IN ${placeholders(1, ids.length)}`,
    [tenantId, ...ids],
  );
}

export async function hasVectors(sql: Sql, tenantId: string): Promise<boolean> {
  const query = 'SELECT 1 FROM knowledge_vectors WHERE tenant_id = ? LIMIT 1';
  return (await sql.rows(query, [tenantId])).length > 0;
}

export function readOfDocument(
  sql: Sql,
  { tenantId, documentId, modelKey }: { tenantId: string; documentId: string; modelKey: string },
): Promise<StoredVector[]> {
  return sql.rows<StoredVector>(
    `SELECT ${listColumns(OF_ONE)} FROM knowledge_vectors
     WHERE tenant_id = ? AND knowledge_document_id = ? AND model_key = ?`,
    [tenantId, documentId, modelKey],
  );
}

export async function* readAll(
  sql: Sql,
  { tenantId, modelKey }: { tenantId: string; modelKey: string },
): AsyncGenerator<VectorRow[]> {
  let after: readonly [string, number] = ['', -1];
  for (;;) {
    const rows = await sql.rows<VectorRow>(
      `SELECT ${listColumns(KNOWLEDGE_VECTORS)} FROM knowledge_vectors
       WHERE tenant_id = ? AND (knowledge_document_id, place) > (?, ?)
       ORDER BY knowledge_document_id, place LIMIT ${ROWS_A_READ}`,
      [tenantId, ...after],
    );
    yield rows.filter((row) => row.model_key === modelKey);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_READ) return;
    after = [last.knowledge_document_id, last.place];
  }
}

/** Stores vectors of a document in short transactions. False: the document has changed meanwhile, or is gone. */
export async function storeVectors(
  pace: Pace,
  { tenantId, documentId, revision }: { tenantId: string; documentId: string; revision: number },
  rows: readonly Omit<VectorRow, 'tenant_id' | 'knowledge_document_id' | 'revision'>[],
): Promise<boolean> {
  for (let from = 0; from < rows.length;) {
    const some = rows.slice(from, from + pace.rows);
    from += some.length;
    const isStored = await pace.transaction(async (tx) => {
      const current = await tx.rows(
        `SELECT 1 FROM knowledge_documents
         WHERE tenant_id = ? AND knowledge_document_id = ? AND revision = ?${forUpdate(tx.dialect)}`,
        [tenantId, documentId, revision],
      );
      if (current.length === 0) return false;
      const key = { tenant_id: tenantId, knowledge_document_id: documentId, revision };
      await upsertRows(
        tx,
        KNOWLEDGE_VECTORS,
        some.map((row) => ({ ...key, ...row })),
      );
      return true;
    });
    if (!isStored) return false;
  }
  return true;
}

export async function deleteVectors(
  database: Database,
  tenantId: string,
  where: string,
  params: readonly (string | number)[] = [],
): Promise<void> {
  const { name: table, key } = KNOWLEDGE_VECTORS;
  const rows = { table, key, where: `tenant_id = ? AND ${where}`, params: [tenantId, ...params] };
  await eraseInBatches(database, rows, () => false);
}
