import { insertAbsentRows, keyIn, type Sql } from '../platform/storage/sql';
import { unionAll } from '../platform/storage/ranges';
import { hasWords, SEARCH_TERMS } from './model';
import type { FindQuery, FoundDocument, IndexedDocument, SearchIndex } from './search-index';
import type { QueryWord } from './words';

const ROWS_A_STATEMENT = 500;
/** Highest code point: ends the range of words with the same beginning. */
const LAST_CHARACTER = '\u{10ffff}';

/** Search index of MySQL and MariaDB: one row per word of a document. */
export const termTable: SearchIndex = {
  add: async (tx, documents) => {
    for (const rows of inParts(rowsOf(documents))) await insertAbsentRows(tx, SEARCH_TERMS, rows);
  },

  remove: async (tx, documents) => {
    for (const rows of inParts(rowsOf(documents))) {
      const keys = rows.map((row) => [row.tenant_id, row.term, row.document_no]);
      await tx.run(
        `DELETE FROM search_terms WHERE ${keyIn(tx.dialect, SEARCH_TERMS.columns, keys)}`,
        keys.flat(),
      );
    }
  },

  find: async (sql, query) => {
    // The longest word is probably the rarest.
    const words = query.words.toSorted((a, b) => b[0].length - a[0].length);
    for (const word of words) {
      const found = await documentsWith(sql, word, query);
      if (found === null) continue;
      const others = words.filter((other) => other !== word);
      return found.length === 0 ? [] : conversationsOf(sql, found, others);
    }
    return null;
  },
};

interface DocumentKey {
  tenant_id: string;
  document_no: number;
}

/** Finds documents with a word that begins with one of its alternatives. Null: there may be more than the limit. */
async function documentsWith(
  sql: Sql,
  word: QueryWord,
  { tenantIds, limit }: FindQuery,
): Promise<DocumentKey[] | null> {
  // A document has one row for each of its words with this beginning.
  const maxRows = limit * 4;
  const ofTenant = `SELECT tenant_id, document_no FROM search_terms
    WHERE tenant_id = ? AND term >= ? AND term < ? LIMIT ${maxRows + 1}`;
  const rows = await sql.rows<DocumentKey>(
    `${unionAll(
      sql.dialect,
      tenantIds.flatMap(() => word.map(() => ofTenant)),
    )} LIMIT ${maxRows + 1}`,
    tenantIds.flatMap((tenantId) =>
      word.flatMap((beginning) => [tenantId, beginning, beginning + LAST_CHARACTER]),
    ),
  );
  if (rows.length > maxRows) return null;
  const found = new Map(rows.map((row) => [`${row.tenant_id} ${row.document_no}`, row]));
  return found.size > limit ? null : [...found.values()];
}

/** Conversations of the documents that have the other words, too. */
function conversationsOf(
  sql: Sql,
  documents: readonly DocumentKey[],
  words: readonly QueryWord[],
): Promise<FoundDocument[]> {
  const keys = documents.map(({ tenant_id, document_no }) => [tenant_id, document_no]);
  const others = words.length > 0 ? [hasWords('words', words)] : [];
  return sql.rows<FoundDocument>(
    `SELECT tenant_id, conversation_id FROM search_documents
     WHERE ${[keyIn(sql.dialect, ['tenant_id', 'document_no'], keys), ...others.map(({ where }) => where)].join(' AND ')}`,
    [...keys.flat(), ...others.flatMap(({ params }) => params)],
  );
}

/** Sorted by key: two transactions may wait for each other, but never in a circle. */
function rowsOf(documents: readonly IndexedDocument[]) {
  const rows = documents.flatMap(({ tenantId, documentNo, words }) =>
    words.map((term) => ({ tenant_id: tenantId, term, document_no: documentNo })),
  );
  return rows.toSorted(
    (a, b) =>
      compare(a.tenant_id, b.tenant_id) || compare(a.term, b.term) || a.document_no - b.document_no,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    yield rows.slice(start, start + ROWS_A_STATEMENT);
  }
}
