import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Next to this file; a benchmark is bundled elsewhere, and runs at the root of the repository. */
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
