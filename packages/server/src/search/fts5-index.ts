import { placeholders } from '../platform/storage/sql';
import type { FoundDocument, IndexedDocument, SearchIndex } from './search-index';

/**
 * SQLite's FTS5, without a copy of the text. It gets words that are folded already, each after its tenant's id: so a
 * tenant's words are a range of their own. `secure-delete` is on in the table.
 */
export const fts5Index: SearchIndex = {
  add: async (tx, documents) => {
    if (documents.length === 0) return;
    await tx.run(
      `INSERT INTO search_words (rowid, words) VALUES ${placeholders(documents.length, 2)}`,
      documents.flatMap((document) => [document.documentNo, scopedText(document)]),
    );
  },

  remove: async (tx, documents) => {
    for (const document of documents) {
      if (document.words.length === 0) continue;
      await tx.run(
        "INSERT INTO search_words (search_words, rowid, words) VALUES ('delete', ?, ?)",
        [document.documentNo, scopedText(document)],
      );
    }
  },

  find: async (sql, { tenantIds, words, limit }) => {
    const ofTenant = (tenantId: string): string =>
      `(${words.map((word) => `"${scopeOf(tenantId)}${word}" *`).join(' AND ')})`;
    const found = await sql.rows<FoundDocument>(
      `SELECT d.tenant_id, d.conversation_id
       FROM search_words CROSS JOIN search_documents d ON d.document_no = search_words.rowid
       WHERE search_words MATCH ? AND d.tenant_id IN ${placeholders(1, tenantIds.length)}
       LIMIT ?`,
      [tenantIds.map(ofTenant).join(' OR '), ...tenantIds, limit + 1],
    );
    return found.length > limit ? null : found;
  },
};

function scopedText({ tenantId, words }: IndexedDocument): string {
  const scope = scopeOf(tenantId);
  return words.map((word) => scope + word).join(' ');
}

/** All are of one length, so no tenant's id and word can be another's. */
function scopeOf(tenantId: string): string {
  return tenantId.replaceAll('-', '');
}
