import { describe, expect, it } from 'vitest';
import { readableOn } from '../../src/widget/theme';

describe('the colour of text on the colour of a tenant', () => {
  it.each([
    ['#ffffff', '#000'],
    ['#000000', '#fff'],
    ['#ffe000', '#000'],
    ['#1d4ed8', '#fff'],
    ['#9c4a2f', '#fff'],
    ['#fe0', '#000'],
  ])('on %s is %s', (color, expected) => {
    expect(readableOn(color)).toBe(expected);
  });
});
