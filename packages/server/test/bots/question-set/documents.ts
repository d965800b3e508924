import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./documents/', import.meta.url);

/** The Markdown of the one tenant that all questions are put to, by file name. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .sort()
    .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
);
