import { expect, it } from 'vitest';
import { openersOf } from '../lib/comment-openers.mjs';

const found = (text: string): string[] =>
  openersOf('a.ts', text).map(({ line, word }) => `${line} ${word}`);

it.each([
  ['/** Of the answer. */', '1 Of'],
  ['const a = 1;\n/**\n * In which it waits.\n */', '3 In'],
  ['type A = {\n  /** By lane. */\n  a: 1;\n}', '2 By'],
  ['  // Those that wait.\n  wait();', '1 Those'],
  ['// Which is late.', '1 Which'],
])('finds the fragment that begins %j', (text, expected) => {
  expect(found(text)).toEqual([expected]);
});

it.each([
  '/** The id of an answer. */',
  '/** In ms. */',
  '/** In seconds; 0 waits for nothing. */',
  '/** Asks for a lease. */',
  '// In local mode the file is written.',
  '// The first line of a comment,\n// Which continues here.',
  "const text = 'Of';",
])('allows %j', (text) => {
  expect(found(text)).toEqual([]);
});

it('reads programs alone', () => {
  expect(openersOf('README.md', '/** Of the answer. */')).toEqual([]);
});
