import { describe, expect, it } from 'vitest';
import { flushKeys, parseKeys } from '../../../src/inbox/keyboard/keys';

const names = (input: string): string[] => parseKeys(input).keys.map(({ name }) => name);

describe('parseKeys', () => {
  it.each([
    ['letters', 'aé', ['a', 'é']],
    ['an emoji', '👍', ['👍']],
    ['enter, newline and tab', '\r\n\t', ['enter', 'newline', 'tab']],
    ['alt-enter', '\u001b\r', ['newline']],
    ['backspace of both kinds', '\b\u007f', ['backspace', 'backspace']],
    ['control keys', '\u0003\u0015', ['ctrl-c', 'ctrl-u']],
    ['arrows of both kinds', '\u001b[A\u001bOB', ['up', 'down']],
    ['paging', '\u001b[5~\u001b[6~', ['pageup', 'pagedown']],
    ['home and end', '\u001b[H\u001b[4~', ['home', 'end']],
    ['escape, then escape', '\u001b\u001b[A', ['escape', 'up']],
    ['nothing for unknown sequences', '\u001b[1;5C\u001b[99~x', ['x']],
    ['nothing for alt with a letter', '\u001bfx', ['x']],
  ])('reads keys: %s', (_what, input, expected) => {
    expect(names(input)).toEqual(expected);
  });

  it('reads a paste as one key, whatever is in it', () => {
    const { keys, rest } = parseKeys('\u001b[200~line 1\rq\u001b[A\u001b[201~x');
    expect(keys).toEqual([
      { name: 'paste', text: 'line 1\rq\u001b[A' },
      { name: 'x', text: 'x' },
    ]);
    expect(rest).toBe('');
  });

  it('reads the same keys wherever the input is cut', () => {
    const input = 'a\u001b[A\u001b[200~p\u001b[201~\u001b[5~é';
    for (let cut = 0; cut <= input.length; cut++) {
      const first = parseKeys(input.slice(0, cut));
      const second = parseKeys(first.rest + input.slice(cut));
      expect([...first.keys, ...second.keys]).toEqual(parseKeys(input).keys);
    }
  });

  it('reads Escape where nothing follows it', () => {
    const { keys, rest } = parseKeys('\u001b');
    expect(keys).toEqual([]);
    expect(flushKeys(rest)).toEqual([{ name: 'escape' }]);
    expect(flushKeys('\u001b[')).toEqual([]);
    expect(flushKeys('')).toEqual([]);
  });
});
