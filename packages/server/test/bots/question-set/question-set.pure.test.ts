import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS } from './documents';
import { hasFact, judge } from './judge';
import { QUESTIONS } from './questions';
import { ANSWERABLE_KINDS, LANGUAGES, UNANSWERABLE_KINDS } from './types';

const ALL = LANGUAGES.flatMap((language) => QUESTIONS[language]);
const ANSWERABLE = ALL.filter((question) => 'answer' in question);

const textOf = (document: string): string => DOCUMENTS.get(document) ?? '';

const repeated = (texts: readonly string[]): string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

/** The rows of the README's table of counts, without the column widths. */
const countsInReadme = (): string[] =>
  readFileSync(new URL('./README.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/[ `]+/g, ''))
    .filter((line) => /^\|[a-z-]+(\|\d+){5}\|$/.test(line));

const rowOf = (name: string, kinds: readonly string[]): string => {
  const counts = LANGUAGES.map(
    (language) => QUESTIONS[language].filter(({ kind }) => kinds.includes(kind)).length,
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `|${[name, ...counts, total].join('|')}|`;
};

describe('the question set', () => {
  test('has documents of 60 to 200 lines in every language, with a title and a locale', () => {
    for (const language of LANGUAGES) {
      const own = [...DOCUMENTS].filter(([name]) => name.startsWith(`${language}-`));
      expect(own.length).toBeGreaterThanOrEqual(3);
      for (const [name, text] of own) {
        expect(text, name).toMatch(new RegExp(`^---\ntitle: .+\nlocale: ${language}\n---\n`));
        const lines = text.trimEnd().split('\n').length;
        expect(lines, name).toBeGreaterThanOrEqual(60);
        expect(lines, name).toBeLessThanOrEqual(200);
      }
    }
  });

  test('names only documents that exist, and names every document', () => {
    const named = new Set(ANSWERABLE.flatMap(({ documents }) => documents));
    expect([...named].toSorted()).toEqual([...DOCUMENTS.keys()]);
  });

  test('finds a fact of every answer group in every document that answers', () => {
    const wrong = ANSWERABLE.filter(
      (question) =>
        question.documents.length === 0 ||
        question.answer.length === 0 ||
        question.documents.some((document) => judge(question, textOf(document)) !== 'right'),
    );
    expect(wrong).toEqual([]);
  });

  test('has no fact that none of the documents that answer has', () => {
    const missing = ANSWERABLE.flatMap(({ id, documents, answer }) =>
      answer
        .flat()
        .filter((fact) => !documents.some((document) => hasFact(textOf(document), fact)))
        .map((fact) => [id, fact]),
    );
    expect(missing).toEqual([]);
  });

  test('has no answer that another document gives too', () => {
    const shared = ANSWERABLE.flatMap((question) =>
      [...DOCUMENTS.keys()]
        .filter((name) => !question.documents.includes(name))
        .filter((name) => judge(question, textOf(name)) === 'right')
        .map((name) => [question.id, name]),
    );
    expect(shared).toEqual([]);
  });

  test('has several facts in a question of two parts', () => {
    const single = ANSWERABLE.filter(
      ({ kind, answer }) => kind === 'two-part' && answer.length < 2,
    );
    expect(single).toEqual([]);
  });

  test('has no answer in the language of a question of the kind other-language', () => {
    const same = ANSWERABLE.filter(
      ({ id, kind, documents }) =>
        (kind === 'other-language') === documents.some((name) => name.startsWith(id.slice(0, 3))),
    );
    expect(same).toEqual([]);
  });

  test('has every id and every question once, and ids of the language they are in', () => {
    expect(repeated(ALL.map(({ id }) => id))).toEqual([]);
    expect(repeated(ALL.map(({ text }) => text.toLowerCase()))).toEqual([]);
    for (const language of LANGUAGES)
      for (const { id } of QUESTIONS[language])
        expect(id).toMatch(new RegExp(`^${language}-\\d{3}$`));
  });

  test('states its counts by kind and language in the README', () => {
    expect(countsInReadme()).toEqual([
      ...ANSWERABLE_KINDS.map((kind) => rowOf(kind, [kind])),
      rowOf('answerable', ANSWERABLE_KINDS),
      ...UNANSWERABLE_KINDS.map((kind) => rowOf(kind, [kind])),
      rowOf('unanswerable', UNANSWERABLE_KINDS),
      rowOf('all', [...ANSWERABLE_KINDS, ...UNANSWERABLE_KINDS]),
    ]);
  });
});

describe('the judge of replies', () => {
  const [answerable] = ANSWERABLE;
  const unanswerable = ALL.find((question) => !('answer' in question));

  test('calls a reply wrong that lacks the fact, and a missing reply handed over', () => {
    if (!answerable || !unanswerable) throw new Error('the set is empty');
    expect(judge(answerable, 'We do not know.')).toBe('wrong');
    expect(judge(answerable, null)).toBe('handed-over');
    expect(judge(unanswerable, 'Yes.')).toBe('wrong');
    expect(judge(unanswerable, null)).toBe('handed-over');
  });
});
