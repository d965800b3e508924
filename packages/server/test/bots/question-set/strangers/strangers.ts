import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Language, Question } from '../types';

interface Row {
  id: string;
  lang: Language;
  kind: string;
  doc: string;
  question: string;
  answer: string[] | null;
}

interface Stranger {
  name: string;
  content: string;
  asked: { language: Language; question: Question }[];
}

/** The folder of this file, or its path from the repository's root, where a bundled benchmark runs. */
const FOLDER = [
  new URL('./', import.meta.url),
  pathToFileURL('packages/server/test/bots/question-set/strangers/'),
].find((folder) => existsSync(new URL('questions.json', folder)))!;

const read = (path: string): string => readFileSync(new URL(path, FOLDER), 'utf8');

const ROWS = JSON.parse(read('questions.json')) as Row[];

/** The tenants, each with its one document and the questions that are put to it. */
export const STRANGERS: readonly Stranger[] = [...new Set(ROWS.map(({ doc }) => doc))].map(
  (name) => ({
    name,
    content: read(`documents/${name}`),
    asked: ROWS.filter(({ doc }) => doc === name).map((row) => ({
      language: row.lang,
      question: toQuestion(row),
    })),
  }),
);

function toQuestion({ id, kind, doc, question: text, answer }: Row): Question {
  const facts = answer === null ? {} : { documents: [doc], answer: answer.map((fact) => [fact]) };
  // The file has the kinds of `types.ts`.
  return { id, kind, text, ...facts } as Question;
}
