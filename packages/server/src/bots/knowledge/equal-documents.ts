import { AppError } from '../../platform/errors';
import type { Tx } from '../../platform/storage/database';
import { listColumns } from '../../platform/storage/table';
import { KNOWLEDGE_DOCUMENTS, type DocumentRow } from './model';

/** The first document of a tenant with this content, of those with an `external_id` or of those without. */
async function findEqual(
  tx: Tx,
  { tenant_id, sha256 }: Pick<DocumentRow, 'tenant_id' | 'sha256'>,
  isSynced: boolean,
): Promise<DocumentRow | undefined> {
  const [row] = await tx.rows<DocumentRow>(
    `SELECT ${listColumns(KNOWLEDGE_DOCUMENTS)} FROM knowledge_documents
     WHERE tenant_id = ? AND external_id IS ${isSynced ? 'NOT NULL' : 'NULL'} AND sha256 = ?
     ORDER BY knowledge_document_id LIMIT 1`,
    [tenant_id, sha256],
  );
  return row;
}

/** @throws {AppError} state_conflict if a sync has stored this content: a second copy would never change with it */
export async function refuseCopyOfSynced(
  tx: Tx,
  added: Pick<DocumentRow, 'tenant_id' | 'sha256'>,
): Promise<void> {
  const synced = await findEqual(tx, added, true);
  if (!synced) return;
  throw new AppError('state_conflict', {
    message: `The document "${synced.title}" has this content already, and a sync keeps it in step.`,
    data: { knowledge_document_id: synced.knowledge_document_id },
  });
}

/**
 * Gives the document that has this content and no `external_id` the one of a synced document.
 * @returns null without such a document
 */
export async function adopt(tx: Tx, synced: DocumentRow): Promise<DocumentRow | null> {
  const found = await findEqual(tx, synced, false);
  if (!found) return null;
  const row: DocumentRow = {
    ...found,
    external_id: synced.external_id,
    title: synced.title,
    url: synced.url ?? found.url,
    locale: synced.locale ?? found.locale,
    revision: synced.revision,
    updated_at: synced.updated_at,
  };
  await tx.run(
    `UPDATE knowledge_documents
     SET external_id = ?, title = ?, url = ?, locale = ?, revision = ?, updated_at = ?
     WHERE tenant_id = ? AND knowledge_document_id = ?`,
    [
      row.external_id,
      row.title,
      row.url,
      row.locale,
      row.revision,
      row.updated_at,
      row.tenant_id,
      row.knowledge_document_id,
    ],
  );
  return row;
}
