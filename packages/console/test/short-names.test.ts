import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProgram } from '../build/read-program';
import { shortNames } from '../build/short-names';

/** The names that the build renames in a small program. */
function renamed(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'names-'));
  mkdirSync(join(folder, 'kept'));
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "types": [] } }');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const program = readProgram(join(folder, 'main.ts'));
  return shortNames(program, (file) => file.startsWith(join(folder, 'kept')));
}

test('properties of our own with a capital letter are renamed', () => {
  const names = renamed({
    'main.ts': `export interface Row { isOpen: boolean; markRead(): void; title: string }
      const howMany = 1;
      export const shown = { lastRow: 1, howMany };`,
  });
  expect(names.toSorted()).toEqual(['howMany', 'isOpen', 'lastRow', 'markRead']);
});

test('fields of the wire, and names of the browser, keep theirs', () => {
  const names = renamed({
    'main.ts': `export const sent = { conversation_id: 1, textContent: '', dateStyle: 'short' };`,
  });
  expect(names).toEqual([]);
});

test('a name that the program also has as a text is not renamed', () => {
  const names = renamed({
    'main.ts': `export const draft = { isOpen: true, inTime: false };
      export const has = (key: string) => 'isOpen' in draft && key === \`inTime\`;`,
  });
  expect(names).toEqual([]);
});

test('what is stored keeps its names, in the whole program', () => {
  const names = renamed({
    'kept/answers.ts': 'export interface Answer { queuedAt: number }',
    'main.ts': `import type { Answer } from './kept/answers';
      export const answer: Answer & { isNew: boolean } = { queuedAt: 1, isNew: true };`,
  });
  expect(names).toEqual(['isNew']);
});
