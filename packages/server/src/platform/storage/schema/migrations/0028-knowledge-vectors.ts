import type { Migration } from '../migration';

/** The vectors of passages, and how far a tenant's are. */
export const knowledgeVectors: Migration = {
  name: '0028-knowledge-vectors',
  up: (t) => [
    // revision: the document's, when the vector was made. text_hash: of what was embedded.
    `CREATE TABLE knowledge_vectors (
      tenant_id ${t.id} NOT NULL,
      knowledge_document_id ${t.ascii(40)} NOT NULL,
      place ${t.integer} NOT NULL,
      revision ${t.time} NOT NULL,
      model_key ${t.ascii(64)} NOT NULL,
      text_hash ${t.ascii(64)} NOT NULL,
      vector ${t.bytes} NOT NULL,
      PRIMARY KEY (tenant_id, knowledge_document_id, place)
    ) ${t.tableEnd}`,
    // The revision of the totals up to which every passage has a vector of vectors_model.
    `ALTER TABLE knowledge_totals ADD COLUMN vectors_revision ${t.time} NOT NULL DEFAULT 0`,
    `ALTER TABLE knowledge_totals ADD COLUMN vectors_model ${t.ascii(64)} NOT NULL DEFAULT ''`,
    // Until then a node makes them, or none may after a failure.
    `ALTER TABLE knowledge_totals ADD COLUMN vectors_until ${t.time} NOT NULL DEFAULT 0`,
    `ALTER TABLE knowledge_totals ADD COLUMN vectors_failures ${t.integer} NOT NULL DEFAULT 0`,
  ],
};
