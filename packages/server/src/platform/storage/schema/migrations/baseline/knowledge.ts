import type { ColumnTypes } from '../../column-types';

export function knowledgeTables(t: ColumnTypes): string[] {
  return [
    // The documents that a tenant's bot answers from.
    `CREATE TABLE knowledge_documents (
      tenant_id ${t.id} NOT NULL,
      knowledge_document_id ${t.ascii(40)} NOT NULL,
      external_id ${t.binaryText(400)},
      title ${t.text(200)} NOT NULL,
      content ${t.longText} NOT NULL,
      sha256 ${t.ascii(64)} NOT NULL,
      bytes ${t.integer} NOT NULL,
      passages ${t.integer} NOT NULL,
      url ${t.text(2048)},
      locale ${t.ascii(35)},
      revision ${t.time} NOT NULL,
      created_at ${t.time} NOT NULL,
      updated_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, knowledge_document_id)
    ) ${t.tableEnd}`,
    `CREATE UNIQUE INDEX knowledge_documents_external ON knowledge_documents (tenant_id, external_id)`,
    // revision grows with each change of a tenant's documents. vectors_revision: the revision up to which every passage
    // has a vector of vectors_model. vectors_until: the end of a node's lease, or of the pause after a failure.
    `CREATE TABLE knowledge_totals (
      tenant_id ${t.id} NOT NULL PRIMARY KEY,
      revision ${t.time} NOT NULL,
      documents ${t.integer} NOT NULL,
      passages ${t.integer} NOT NULL,
      vectors_revision ${t.time} NOT NULL DEFAULT 0,
      vectors_model ${t.ascii(64)} NOT NULL DEFAULT '',
      vectors_until ${t.time} NOT NULL DEFAULT 0,
      vectors_failures ${t.integer} NOT NULL DEFAULT 0
    ) ${t.tableEnd}`,
    // One vector per passage. revision: the document's, when the vector was made. text_hash: of the embedded text.
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

    // Conversations whose earlier questions an admin has dismissed.
    `CREATE TABLE dismissed_questions (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      dismissed_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
  ];
}
