import { describe, expect, it } from 'vitest';
import { sanitise, sanitiseLine } from '../../src/terminal/sanitise';

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
