import { iso } from '../../platform/clock';
import type { DocumentRow } from './model';
import type { KnowledgeDocument, ListedDocument } from './wire';

/** Without its content. */
export type ListedRow = Omit<DocumentRow, 'content'>;

export function listedView(row: ListedRow): ListedDocument {
  return {
    knowledge_document_id: row.knowledge_document_id,
    tenant_id: row.tenant_id,
    title: row.title,
    bytes: row.bytes,
    sha256: row.sha256,
    url: row.url,
    locale: row.locale,
    external_id: row.external_id,
    version: row.revision,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

export function documentView(row: DocumentRow): KnowledgeDocument {
  return { ...listedView(row), content: row.content };
}
