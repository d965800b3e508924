import {
  bytes,
  defineTable,
  integer,
  orNull,
  text,
  type RowOf,
} from '../../platform/storage/table';

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
    /** Hash of the content, as hex. */
    sha256: text(),
    bytes: integer(),
    passages: integer(),
    url: orNull(text()),
    locale: orNull(text()),
    /** The totals' revision when the document was last changed. */
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
  /** Up to this revision, each passage has a vector of `vectors_model`. */
  vectors_revision: integer(),
  /** Empty: none has. */
  vectors_model: text(),
  /** Until then a node makes vectors, or none may after a failure. */
  vectors_until: integer(),
  /** Failures since vectors were last made. */
  vectors_failures: integer(),
});

/** A row for each passage: what an embedding model makes of it. */
export const KNOWLEDGE_VECTORS = defineTable(
  'knowledge_vectors',
  ['tenant_id', 'knowledge_document_id', 'place'],
  {
    tenant_id: text(),
    knowledge_document_id: text(),
    /** The passage's place in its document, from 0. */
    place: integer(),
    /** The document's revision when the vector was stored. */
    revision: integer(),
    /** Hash of the embedding service's address and its model. */
    model_key: text(),
    /** Hash of the text that was embedded. */
    text_hash: text(),
    /** A signed byte for each dimension. */
    vector: bytes(),
  },
);
