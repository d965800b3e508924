import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { numberTexts } from '../build/numbered-texts';
import { readProgram } from '../build/read-program';

const FRENCH = `export const texts = {
  title: 'Titre',
  tabs: { first: 'Un', second: 'Deux' },
  count: (n: number) => n + ' lignes',
  names: { a: 'A', b: 'B' },
};`;
const ENGLISH = `import { texts } from '../fr/texts';
export const english: typeof texts = {
  names: { b: 'B', a: 'A' },
  count: (n) => n + ' lines',
  title: 'Title',
  tabs: { second: 'Two', first: 'One' },
};`;

/** A folder with a small program, and what is built from its files. */
function build(main: string, french = FRENCH) {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  for (const language of ['fr', 'en']) mkdirSync(join(folder, language));
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "types": [] } }');
  writeFileSync(join(folder, 'fr/texts.ts'), french);
  writeFileSync(join(folder, 'en/texts.ts'), ENGLISH);
  const imports = `import { texts } from './fr/texts'; import { english } from './en/texts';`;
  writeFileSync(join(folder, 'main.ts'), `${imports}\n${main}`);
  const files = numberTexts(readProgram(join(folder, 'main.ts')), join(folder, 'fr'));
  const plain = (path: string): string | undefined =>
    files.get(join(folder, path))?.replaceAll(/\s+/g, ' ').trim();
  return { french: plain('fr/texts.ts'), english: plain('en/texts.ts'), main: plain('main.ts') };
}

test('a text is read by its number, in the order of French', () => {
  const { french, english, main } = build(`
    const shown = Math.random() < 0.5 ? texts : english;
    const { title, tabs: { second: last } } = shown;
    const read = ({ names }: typeof texts, other?: typeof texts) => names.b + other?.title;
    const unrelated = { title: 1 }.title;`);
  expect(french).toContain(`['Titre', ['Un', 'Deux'], (n`);
  expect(english).toContain(`['Title', ['One', 'Two'], (n) => n + ' lines', ['A', 'B']]`);
  expect(main).toContain('const { 0: title, 1: { 1: last } } = shown');
  expect(main).toContain('({ 3: names }: typeof texts');
  expect(main).toContain('names[1] + other?.[0]');
  expect(main).toContain('{ title: 1 }.title');
});

test('a computed name finds its number by a list of names, which no language has', () => {
  const { english, main } = build(`
    const nameOf = (key: 'a' | 'b', other?: typeof texts) => texts.names[key] + other?.names?.[key];`);
  expect(main).toContain(`texts[3][["a", "b"]["indexOf"](key)]`);
  expect(main).toContain(`other?.[3]?.[["a", "b"]["indexOf"](key)]`);
  expect(english).toContain(`['A', 'B']]`);
  const other = build(`const read = (key: 'a' | 'first') =>
    (key === 'a' ? texts.names : texts.tabs)[key as never];`);
  expect(other.english).toContain(`{ second: 'Two', first: 'One' }`);
  expect(other.english).toContain(`{ b: 'B', a: 'A' }`);
});

test('an object that is read in another way stays an object', () => {
  const { english } = build('const tabs: Record<string, string> = texts.tabs;');
  expect(english).toContain(`['Title', { second: 'Two', first: 'One' }, (n`);
  const spread = build('const more = { ...texts, title: 1 }; more.tabs.first;');
  expect(spread.english).toContain(`tabs: ['One', 'Two']`);
  expect(spread.main).toContain('more.tabs[0]');
  const { main } = build('const { title, ...others } = texts; others.tabs;');
  expect(main).toBeUndefined();
});

test('a text that has no one number stops the build', () => {
  expect(() =>
    build('declare const lost: any; lost.title;', `${FRENCH} texts.tabs.first;`),
  ).toThrow(/main\.ts:2: title .* type any/);
  const second = `${FRENCH} export const others = { lead: '', title: '' };`;
  expect(() =>
    build(
      `import { others } from './fr/texts'; [texts, others].map((each) => each.title);`,
      second,
    ),
  ).toThrow(/main\.ts:2: .*several places/);
  expect(() => build('', FRENCH.replace('names:', 'lead: "", names:'))).toThrow(/lead/);
});
