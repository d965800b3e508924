import { createHash } from 'node:crypto';
import { splitDocument } from '../knowledge/split';

/** Increase this when a document's passages are embedded differently: then all vectors are made again. */
export const PARTS_VERSION = 1;

export interface EmbeddedPart {
  /** The passage's index in the document, from 0. */
  place: number;
  /** The part of the passage that a visitor may read. */
  text: string;
  /** The text for the model: with the headings above the passage, which say what it is about. */
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
