import { placeholders, type Sql } from '../platform/storage/sql';
import { hasWords } from './model';
import type { FindQuery, FoundDocument, IndexedDocument, SearchIndex } from './search-index';
import type { QueryWord } from './words';

/**
 * Search index of SQLite: an FTS5 table without a copy of the text, and with `secure-delete`. Each word is stored after
 * its tenant's id, so that a tenant's words are one range of the index.
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

  find: async (sql, query) => {
    const byRareWord = await findByRareWord(sql, query);
    if (byRareWord) return byRareWord;
    const { limit } = query;
    // Whole words first: that query stops at its limit, while one for beginnings first collects all matches.
    if ((await findBy(sql, query, '')).length > limit) return null;
    const found = await findBy(sql, query, ' *');
    return found.length > limit ? null : found;
  },
};

/**
 * Looks up the longest word that few documents have, and compares these documents with the other words: half of all
 * addresses may have the same host. Null: no word is known to be rare.
 */
async function findByRareWord(sql: Sql, query: FindQuery): Promise<FoundDocument[] | null> {
  if (query.words.length === 1) return null;
  for (const word of query.words.toSorted((a, b) => b[0].length - a[0].length)) {
    const ofWord = { ...query, words: [word] };
    if ((await findBy(sql, ofWord, '')).length > query.limit) continue;
    const others = query.words.filter((other) => other !== word);
    const found = await findBy(sql, ofWord, ' *', others);
    // Over the limit, no other word is tried: collecting its matches takes as long as comparing all documents.
    return found.length > query.limit ? null : found.filter((one) => one.has_others === 1);
  }
  return null;
}

/**
 * Finds one document more than the limit at most.
 * @param mark follows each word; ` *` also finds longer words that begin with it
 */
function findBy(
  sql: Sql,
  { tenantIds, words, limit }: FindQuery,
  mark: '' | ' *',
  others: readonly QueryWord[] = [],
): Promise<(FoundDocument & { has_others: number })[]> {
  const ofTenant = (tenantId: string): string => {
    const begins = (word: QueryWord): string =>
      word.map((beginning) => `"${scopeOf(tenantId)}${beginning}"${mark}`).join(' OR ');
    return `(${words.map((word) => `(${begins(word)})`).join(' AND ')})`;
  };
  const compared = others.length > 0 ? hasWords('d.words', others) : { where: '1', params: [] };
  return sql.rows(
    `SELECT d.tenant_id, d.conversation_id, (${compared.where}) AS has_others
     FROM search_words CROSS JOIN search_documents d ON d.document_no = search_words.rowid
     WHERE search_words MATCH ? AND d.tenant_id IN ${placeholders(1, tenantIds.length)}
     LIMIT ?`,
    [...compared.params, tenantIds.map(ofTenant).join(' OR '), ...tenantIds, limit + 1],
  );
}

function scopedText({ tenantId, words }: IndexedDocument): string {
  const scope = scopeOf(tenantId);
  return words.map((word) => scope + word).join(' ');
}

/** All scopes have the same length, so that a scope with a word never equals another scope with a word. */
function scopeOf(tenantId: string): string {
  return tenantId.replaceAll('-', '');
}
