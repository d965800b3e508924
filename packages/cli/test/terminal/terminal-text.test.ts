import { describe, expect, it } from 'vitest';
import {
  chop,
  fit,
  sanitise,
  sanitiseLine,
  truncate,
  widthOf,
  wrap,
} from '../../src/terminal/terminal-text';

describe('sanitise', () => {
  it.each([
    ['an escape sequence', 'a\u001b[31mred\u001b[0m', 'a␛[31mred␛[0m'],
    ['a window title', '\u001b]0;owned\u0007', '␛]0;owned␇'],
    ['a C1 control', 'a\u009b31mb', 'a�31mb'],
    ['carriage return', 'a\rb\r\nc', 'a\nb\nc'],
    ['backspace and delete', 'a\bb\u007f', 'a␈b␡'],
    ['a null byte', 'a\u0000b', 'a␀b'],
    ['a tab', 'a\tb', 'a  b'],
    ['direction overrides', 'safe\u202etxt.exe\u2066\u200f', 'safetxt.exe'],
    ['line separators', 'a\u2028b\u2029c', 'a\nb\nc'],
    ['a lone surrogate', 'a\ud800b', 'a�b'],
    ['marks that pile up', `e${'\u0301'.repeat(50)}`, `e${'\u0301'.repeat(4)}`],
    ['ordinary text', 'Où est mon colis ? 日本 👍', 'Où est mon colis ? 日本 👍'],
  ])('makes %s harmless', (_what, text, expected) => {
    expect(sanitise(text)).toBe(expected);
  });

  it('leaves no control character of any kind', () => {
    const all = Array.from({ length: 0x100 }, (_unit, code) => String.fromCharCode(code)).join('');
    expect(sanitise(all)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(sanitiseLine(all)).not.toContain('\n');
  });
});

describe('widthOf', () => {
  it.each([
    ['plain', 5],
    ['été', 3],
    ['e\u0301', 1],
    ['日本語', 6],
    ['한국', 4],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['🇫🇷', 2],
    ['ｆｕｌｌ', 8],
    ['\u200b', 0],
    ['␛', 1],
    ['', 0],
  ])('gives %j its columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe('truncate, fit and wrap', () => {
  it('never cuts a wide character in two', () => {
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
    ['at line breaks', 'a\n\nb', 4, ['a', '', 'b']],
    ['nothing', '', 4, ['']],
  ])('breaks %s', (_what, text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it('keeps every blank when it chops', () => {
    expect(chop('a  b  ', 4)).toEqual(['a  b', '  ']);
    expect(chop('', 4)).toEqual(['']);
  });
});
