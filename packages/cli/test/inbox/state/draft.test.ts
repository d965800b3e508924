import { describe, expect, it } from 'vitest';
import { characters, EDITS, insert } from '../../../src/inbox/state/draft';

/** Texts in which `|` marks the cursor. */
const draft = (marked: string) => ({
  text: marked.replace('|', ''),
  cursor: marked.indexOf('|'),
});
const marked = ({ text, cursor }: { text: string; cursor: number }): string =>
  `${text.slice(0, cursor)}|${text.slice(cursor)}`;

describe('editing', () => {
  it.each([
    ['left', 'ab|', 'a|b'],
    ['left', '|ab', '|ab'],
    ['left', 'a👩‍👩‍👧|', 'a|👩‍👩‍👧'],
    ['right', '|éa', 'é|a'],
    ['home', 'a\nbc|', 'a\n|bc'],
    ['end', '|a\nbc', 'a|\nbc'],
    ['backspace', 'a👍🏽|b', 'a|b'],
    ['backspace', '|b', '|b'],
    ['delete', 'a|e\u0301b', 'a|b'],
    ['ctrl-w', 'one two |', 'one |'],
    ['ctrl-w', 'one two|', 'one |'],
    ['ctrl-u', 'a\nbc|d', 'a\n|d'],
    ['ctrl-k', 'a|b\nc', 'a|\nc'],
  ])('applies %s to %j, which gives %j', (key, before, after) => {
    expect(marked(EDITS[key]!(draft(before)))).toBe(after);
  });

  it('inserts text at the cursor without control characters other than line breaks', () => {
    expect(marked(insert(draft('a|d'), 'b\u001b[31m\r\nc\t\u009b'))).toBe('ab[31m\nc  |d');
  });

  it('counts the characters of a draft as the relay does', () => {
    expect(characters('a👍')).toBe(2);
  });
});
