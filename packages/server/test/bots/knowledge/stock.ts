import { createHash } from 'node:crypto';
import { insertRows } from '../../../src/platform/storage/sql';
import type { Database } from '../../../src/platform/storage/database';
import {
  KNOWLEDGE_DOCUMENTS,
  KNOWLEDGE_TOTALS,
  type DocumentRow,
} from '../../../src/bots/knowledge/model';
import { newId } from '../../../src/platform/ids';

const PASSAGE_WORDS = 62;
/** About the number of different words in a help centre. */
const VOCABULARY = 20_000;
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'lan', 'mer', 'nit', 'por', 'tus', 'ver', 'zel'];

function wordOf(number: number): string {
  let word = '';
  for (let rest = number + 144; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** Heading of a passage. As a question, it finds this passage. */
export const headingOf = (document: number, passage: number): string =>
  `Article ${wordOf(document * 7919)} ${wordOf(passage * 104_729 + document)}`;

/** About 700 characters. */
function textOf(seed: number): string {
  let state = seed + 1;
  const words = Array.from({ length: PASSAGE_WORDS }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return wordOf(state % VOCABULARY);
  });
  return words.join(' ');
}

function contentOf(document: number, passages: number): string {
  const parts = Array.from({ length: passages }, (_, passage) => {
    const text = textOf(document * passages + passage);
    return `# ${headingOf(document, passage)}\n\n${text}.`;
  });
  return parts.join('\n\n');
}

export interface Stock {
  tenantId: string;
  documents: number;
  passagesEach: number;
}

const ROWS = 50;

/** Inserts documents directly: storing so many through the relay would take minutes. */
export async function stockDocuments(
  database: Database,
  { tenantId, documents, passagesEach }: Stock,
): Promise<void> {
  for (let from = 0; from < documents; from += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, documents - from) }, (_, i): DocumentRow => {
      const content = contentOf(from + i, passagesEach);
      return {
        tenant_id: tenantId,
        knowledge_document_id: newId(),
        external_id: null,
        title: `Page ${from + i}`,
        content,
        sha256: createHash('sha256').update(content).digest('hex'),
        bytes: Buffer.byteLength(content),
        passages: passagesEach,
        url: null,
        locale: null,
        revision: 1,
        created_at: 0,
        updated_at: 0,
      };
    });
    await database.transaction((tx) => insertRows(tx, KNOWLEDGE_DOCUMENTS, rows));
  }
  await database.transaction((tx) =>
    insertRows(tx, KNOWLEDGE_TOTALS, [
      {
        tenant_id: tenantId,
        revision: 1,
        documents,
        passages: documents * passagesEach,
        vectors_revision: 0,
        vectors_model: '',
        vectors_until: 0,
        vectors_failures: 0,
      },
    ]),
  );
}
