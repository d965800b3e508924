import { describe, expect, it } from 'vitest';
import { chop, fit, truncate, widthOf, wrap } from '../../src/terminal/columns';

describe('widthOf', () => {
  it.each([
    ['plain', 5],
    ['été', 3],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['한국'.normalize('NFD'), 4],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['🇫🇷', 2],
    ['ｆｕｌｌ', 8],
    ['\u200b', 0],
    ['␛', 1],
    ['', 0],
  ])('counts %j as %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe('truncate, fit and wrap', () => {
  it('cuts no wide character in two', () => {
    expect(truncate('日本語', 4)).toBe('日…');
    expect(truncate('日本語', 6)).toBe('日本語');
    expect(widthOf(fit('日本語', 4))).toBe(4);
    expect(fit('ab', 4)).toBe('ab  ');
    expect(truncate('abc', 0)).toBe('');
  });

  it.each([
    ['at blanks', 'one two three', 8, ['one two', 'three']],
    ['a word that is too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a long word after a short one', 'a bcdefghij', 4, ['a', 'bcde', 'fghi', 'j']],
    ['wide characters', '日本語日本語', 5, ['日本', '語日', '本語']],
    [
      'a grapheme that is wider than the line',
      '\u1100'.repeat(5),
      4,
      ['\u1100\u1100', '\u1100\u1100', '\u1100'],
    ],
    ['at line breaks', 'a\n\nb', 4, ['a', '', 'b']],
    ['nothing', '', 4, ['']],
  ])('breaks lines: %s', (_what, text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it('keeps every blank when it chops a text', () => {
    expect(chop('a  b  ', 4)).toEqual(['a  b', '  ']);
    expect(chop('', 4)).toEqual(['']);
  });
});
