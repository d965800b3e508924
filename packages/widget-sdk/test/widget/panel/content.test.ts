import { describe, expect, it } from 'vitest';
import { toContent } from '../../../src/widget/panel/content';

describe('what is sent of what was typed', () => {
  it.each([
    ['\n \t\n  indented\n\nline  \n\n', '  indented\n\nline'],
    ['a\tb\u0000\u0007\u001b\u007f\u0085c', 'a\tbc'],
    ['half \ud83d, whole \ud83d\ude00', 'half , whole \ud83d\ude00'],
    ['\u0007\n ', ''],
  ])('of %j is %j', (typed, expected) => {
    expect(toContent(typed)).toBe(expected);
  });
});
