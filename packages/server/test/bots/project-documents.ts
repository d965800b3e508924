import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createPassageIndex, type PassageIndex } from '../../src/bots/knowledge/passage-index';
import { splitDocument } from '../../src/bots/knowledge/split';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** This project's documents; the long ones as one document for each section. */
function documents(): { title: string; content: string }[] {
  const files = [DOCS, join(DOCS, 'adr')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );
  return files.flatMap((file) => {
    const whole = readFileSync(file, 'utf8');
    const contents = whole.length > 12_000 ? whole.split(/^(?=## )/m) : [whole];
    return contents.map((content) => ({
      title: /^##? (.*)/m.exec(content)?.[1] ?? basename(file),
      content,
    }));
  });
}

/** They, as the knowledge of a tenant. */
export function indexProjectDocuments(): { index: PassageIndex; pages: number } {
  const index = createPassageIndex();
  const pages = documents();
  for (const [number, { title, content }] of pages.entries()) {
    const document = { documentId: `${number}`, revision: 1, title, url: null, locale: 'en' };
    for (const [place, part] of splitDocument(content).entries()) index.add(document, place, part);
  }
  return { index, pages: pages.length };
}
