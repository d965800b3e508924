import type { ColumnTypes } from '../../column-types';

export function searchTables(t: ColumnTypes): string[] {
  return [
    // A row for each conversation. words: each word once, after a space. document_no: the row's number in the index.
    // words_version: the version of the code that made the words; words of an earlier one are made again.
    `CREATE TABLE search_documents (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      document_no ${t.time} NOT NULL,
      indexed_seq ${t.integer} NOT NULL,
      words_version ${t.integer} NOT NULL DEFAULT 0,
      words ${t.longText} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
    `CREATE TABLE search_progress (
      name ${t.ascii(20)} PRIMARY KEY,
      caught_up_to ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    ...(t.dialect === 'sqlite'
      ? [
          // FTS5 names a document by this number alone.
          `CREATE UNIQUE INDEX search_documents_no ON search_documents (document_no)`,
          // Without a copy of the text, positions and lengths.
          `CREATE VIRTUAL TABLE search_words USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')`,
          // A deleted word leaves its page at once.
          `INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1)`,
        ]
      : [
          `CREATE UNIQUE INDEX search_documents_no ON search_documents (tenant_id, document_no)`,
          `CREATE TABLE search_terms (
            tenant_id ${t.id} NOT NULL,
            term ${t.binaryText(32)} NOT NULL,
            document_no ${t.time} NOT NULL,
            PRIMARY KEY (tenant_id, term, document_no)
          ) ${t.tableEnd}`,
        ]),
  ];
}
