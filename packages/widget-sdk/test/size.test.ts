import { describe, expect, it } from 'vitest';
import { bundle, gzippedBytes } from './support/bundle';

describe('what a page has to fetch, minified and gzipped', () => {
  it.each([
    ['the headless client', 'index.ts', 'esm', 10_000],
    ['the whole widget', 'widget/global.ts', 'iife', 26_000],
    ['the loader', 'widget/loader.ts', 'iife', 1000],
  ] as const)('keeps %s small', async (_, path, format, limit) => {
    expect(gzippedBytes(await bundle(path, format))).toBeLessThanOrEqual(limit);
  });
});
