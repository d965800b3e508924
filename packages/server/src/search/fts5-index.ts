import { placeholders, type Sql } from '../platform/storage/sql';
import type { FindQuery, FoundDocument, IndexedDocument, SearchIndex } from './search-index';

/**
 * SQLite's FTS5, without a copy of the text. It gets words that are folded already, each after its tenant's id: so a
 * tenant's words are a range of their own. `secure-delete` is on in the table.
 */
export const fts5Index: SearchIndex = {
  add: async (tx, documents) => {
    if (documents.length === 0) return;
    await tx.insert({
      into: 'INSERT INTO search_words (rowid, words)',
      columns: 2,
      values: documents.flatMap((document) => [document.documentNo, scopedText(document)]),
    });
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

  // Whole words first: that ends at the limit, while what begins with a word is collected whole before it is compared.
  find: async (sql, query) => {
    const { limit } = query;
    if ((await findBy(sql, query, '')).length > limit) return null;
    const found = await findBy(sql, query, ' *');
    return found.length > limit ? null : found;
  },
};

/** One more than the limit at most. @param mark what follows each word */
function findBy(
  sql: Sql,
  { tenantIds, words, limit }: FindQuery,
  mark: '' | ' *',
): Promise<FoundDocument[]> {
  const ofTenant = (tenantId: string): string =>
    `(${words.map((word) => `(${word.map((beginning) => `"${scopeOf(tenantId)}${beginning}"${mark}`).join(' OR ')})`).join(' AND ')})`;
  return sql.rows<FoundDocument>(
    `SELECT d.tenant_id, d.conversation_id
     FROM search_words CROSS JOIN search_documents d ON d.document_no = search_words.rowid
     WHERE search_words MATCH ? AND d.tenant_id IN ${placeholders(1, tenantIds.length)}
     LIMIT ?`,
    [tenantIds.map(ofTenant).join(' OR '), ...tenantIds, limit + 1],
  );
}

function scopedText({ tenantId, words }: IndexedDocument): string {
  const scope = scopeOf(tenantId);
  return words.map((word) => scope + word).join(' ');
}

/** All are of one length, so no tenant's id and word can be another's. */
function scopeOf(tenantId: string): string {
  return tenantId.replaceAll('-', '');
}
