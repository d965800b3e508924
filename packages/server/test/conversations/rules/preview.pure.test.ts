import { expect, it } from 'vitest';
import { previewOf } from '../../../src/conversations/rules/preview';

const FAMILY = '👨‍👩‍👧‍👦'; // seven code points

it('previews a short message whole, on one line', () => {
  expect(previewOf('Bonjour,\r\nune\nquestion\u2028?')).toBe('Bonjour, une question ?');
  expect(previewOf('')).toBe('');
});

it('cuts a preview to 140 code points', () => {
  expect(previewOf('a'.repeat(141))).toBe('a'.repeat(140));
  expect(previewOf('😀'.repeat(140))).toBe('😀'.repeat(140));
  expect(previewOf('😀'.repeat(4000))).toBe('😀'.repeat(140));
});

it('never cuts a preview inside a character', () => {
  expect(previewOf(`${'a'.repeat(134)}${FAMILY}`)).toBe('a'.repeat(134));
  expect(previewOf(`${'a'.repeat(133)}${FAMILY}b`)).toBe(`${'a'.repeat(133)}${FAMILY}`);
  expect(previewOf(`${'a'.repeat(139)}e\u0301`)).toBe('a'.repeat(139));
});
