import type { Migration } from '../migration';

/** The documents that a tenant's bot answers from. */
export const knowledge: Migration = {
  name: '0008-knowledge',
  up: (t) => [
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
    // revision grows with each change of a tenant's documents.
    `CREATE TABLE knowledge_totals (
      tenant_id ${t.id} NOT NULL PRIMARY KEY,
      revision ${t.time} NOT NULL,
      documents ${t.integer} NOT NULL,
      passages ${t.integer} NOT NULL
    ) ${t.tableEnd}`,
    // What a bot's message quotes, as JSON.
    `ALTER TABLE messages ADD COLUMN sources ${t.longText}`,
  ],
};
