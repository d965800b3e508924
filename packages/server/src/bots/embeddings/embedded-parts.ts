import { createHash } from 'node:crypto';
import { splitDocument } from '../knowledge/split';

/** Grows with each change of what is embedded of a document: all vectors are made again then. */
export const PARTS_VERSION = 1;

/** A passage of a document, as it is embedded. */
export interface EmbeddedPart {
  /** In the document, from 0. */
  place: number;
  /** What a visitor may read of it. */
  text: string;
  /** With the titles that it is under: they say what it is about. */
  input: string;
  hash: string;
}

export function embeddedParts({
  title,
  content,
}: {
  title: string;
  content: string;
}): EmbeddedPart[] {
  return splitDocument(content).map(({ headings, text }, place) => {
    const input = [...new Set([title, ...headings]), text].join('\n');
    return { place, text, input, hash: createHash('sha256').update(input).digest('hex') };
  });
}
