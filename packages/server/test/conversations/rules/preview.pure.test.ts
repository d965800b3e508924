import { expect, it } from 'vitest';
import { previewOf } from '../../../src/conversations/rules/preview';

const FAMILY = '👨‍👩‍👧‍👦'; // seven code points

it('keeps a short message, on one line', () => {
  expect(previewOf('Bonjour,\r\nune\nquestion\u2028?')).toBe('Bonjour, une question ?');
  expect(previewOf('')).toBe('');
});

it('has at most 140 code points', () => {
  expect(previewOf('a'.repeat(141))).toBe('a'.repeat(140));
  expect(previewOf('😀'.repeat(140))).toBe('😀'.repeat(140));
  expect(previewOf('😀'.repeat(4000))).toBe('😀'.repeat(140));
});

it('never ends inside a character', () => {
  expect(previewOf(`${'a'.repeat(134)}${FAMILY}`)).toBe('a'.repeat(134));
  expect(previewOf(`${'a'.repeat(133)}${FAMILY}b`)).toBe(`${'a'.repeat(133)}${FAMILY}`);
  expect(previewOf(`${'a'.repeat(139)}e\u0301`)).toBe('a'.repeat(139));
});
