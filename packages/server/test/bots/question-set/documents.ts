import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The folder next to this file, or its path from the repository's root, where a bundled benchmark runs. */
const FOLDER = [
  new URL('./documents/', import.meta.url),
  pathToFileURL('packages/server/test/bots/question-set/documents/'),
].find((folder) => existsSync(folder))!;

/** The Markdown of the one tenant that all questions are put to, by file name. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .sort()
    .map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
);
