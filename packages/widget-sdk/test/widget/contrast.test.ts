import { describe, expect, it } from 'vitest';
import { contrastOn, readableOn } from '../../src/widget/contrast';

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

  it.each([
    ['#ffffff', 21],
    ['#000000', 21],
    ['#2456d6', 6.2],
    ['#777777', 4.6],
  ])('on %s has a contrast of %d : 1', (color, expected) => {
    expect(contrastOn(color)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOn(color)).toBeCloseTo(expected, 0);
  });
});
