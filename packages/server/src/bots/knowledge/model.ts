import { defineTable, integer, orNull, text, type RowOf } from '../../platform/storage/table';

export const KNOWLEDGE_DOCUMENTS = defineTable(
  'knowledge_documents',
  ['tenant_id', 'knowledge_document_id'],
  {
    tenant_id: text(),
    knowledge_document_id: text(),
    /** The tenant's own name for it, such as a path. */
    external_id: orNull(text()),
    title: text(),
    content: text(),
    /** Of the content, as hex. */
    sha256: text(),
    bytes: integer(),
    passages: integer(),
    url: orNull(text()),
    locale: orNull(text()),
    /** Of the totals, when it was last changed. */
    revision: integer(),
    created_at: integer(),
    updated_at: integer(),
  },
);
export type DocumentRow = RowOf<typeof KNOWLEDGE_DOCUMENTS>;

export const KNOWLEDGE_TOTALS = defineTable('knowledge_totals', ['tenant_id'], {
  tenant_id: text(),
  /** Grows with each change of the tenant's documents. */
  revision: integer(),
  documents: integer(),
  passages: integer(),
});
