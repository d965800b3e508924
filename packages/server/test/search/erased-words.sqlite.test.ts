import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../../src/platform/ids';
import { fts5Index } from '../../src/search/fts5-index';
import type { IndexedDocument } from '../../src/search/search-index';
import { openTestDatabase } from '../support/database';

const TENANT = newId();
const DOCUMENTS = 30;
const WORDS_EACH = 40;

/** A document of random words. The index stores each word only from where it differs from the previous one. */
function documentOf(documentNo: number): IndexedDocument {
  const words = Array.from({ length: WORDS_EACH }, () => `tel${randomBytes(8).toString('hex')}`);
  return { tenantId: TENANT, documentNo, words };
}

it('leaves no byte of an erased word in a page of the index', async () => {
  const { database, close } = await openTestDatabase();
  onTestFinished(close);
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => documentOf(n + 1));
  for (const document of documents) {
    await database.transaction((tx) => fts5Index.add(tx, [document]));
  }
  /** Words whose last eight characters are in a page of the index; a shared beginning would not be. */
  const found = async ({ words }: IndexedDocument): Promise<string[]> => {
    const blocks = await database.read.rows<{ block: Buffer }>(
      'SELECT block FROM search_words_data',
    );
    const pages = blocks.map(({ block }) => Buffer.from(block).toString('latin1'));
    return words.filter((word) => pages.some((page) => page.includes(word.slice(-8))));
  };
  const erased = documents.filter((_, n) => n % 2 === 0);
  const kept = documents.filter((_, n) => n % 2 === 1);
  for (const document of documents) expect(await found(document)).toHaveLength(WORDS_EACH);

  for (const document of erased) {
    await database.transaction((tx) => fts5Index.remove(tx, [document]));
    expect(await found(document)).toEqual([]);
  }
  for (const document of kept) expect(await found(document)).toHaveLength(WORDS_EACH);
});
