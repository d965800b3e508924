import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';

/** The tokens that are a plain colour in each theme. */
const colours = new Map<string, Record<Theme, string>>(
  [...css.matchAll(/--([\w-]+): var\(--light, (#[\da-f]{6})\) var\(--dark, (#[\da-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string, theme: Theme): number {
  const [a, b] = [one, other].map((name) => {
    const colour = colours.get(name);
    if (!colour) throw new Error(`no colour --${name}`);
    return luminance(colour[theme]);
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'hover', 'selected'];
const TILES = Array.from({ length: 8 }, (_, index) => `tile-${index}`);

/** Text colours, each with the backgrounds on which it appears. */
const TEXT: [text: string, grounds: string[]][] = [
  ['text', [...SURFACES, 'bubble', 'waiting-ground', 'late-ground', 'online-ground']],
  ['muted', [...SURFACES, 'bubble', 'waiting-ground']],
  ['accent', [...SURFACES, 'waiting-ground']],
  ['accent-text', ['accent', 'accent-hover']],
  ['danger-text', ['danger']],
  ['waiting', ['surface-0', 'surface-1', 'surface-2', 'hover', 'selected', 'waiting-ground']],
  ['late', ['surface-0', 'surface-1', 'surface-2', 'hover', 'selected', 'late-ground']],
  ['online', ['surface-0', 'surface-1', 'surface-2', 'online-ground']],
  ['bubble-own-text', ['bubble-own']],
  ['tile-text', TILES],
];

/** Colours of field borders and of the focus ring, which need less contrast than text. */
const MARKS: [mark: string, grounds: string[]][] = [
  ['field-line', ['surface-0', 'surface-1', 'surface-2']],
  ['focus', SURFACES],
  ['accent', ['surface-0', 'surface-1', 'surface-2']],
  ['series-1', ['surface-0', 'surface-1', 'surface-2', 'selected']],
  ['series-2', ['surface-0', 'surface-1', 'surface-2', 'selected']],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(TEXT)('has --%s at 4.5 : 1 or more on every ground', (text, grounds) => {
    const low = grounds.filter((ground) => contrast(text, ground, theme) < 4.5);
    expect(low).toEqual([]);
  });

  test.each(MARKS)('has the mark --%s at 3 : 1 or more on every ground', (mark, grounds) => {
    const low = grounds.filter((ground) => contrast(mark, ground, theme) < 3);
    expect(low).toEqual([]);
  });

  test('has neither pure black nor pure white', () => {
    const pure = [...colours].filter(([, colour]) => /^#(0{6}|f{6})$/.test(colour[theme]));
    expect(pure).toEqual([]);
  });
});

test('surfaces of dark mode get lighter with height', () => {
  const heights = ['surface-0', 'surface-1', 'surface-2'].map((name) =>
    luminance(colours.get(name)?.dark ?? ''),
  );
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
});
