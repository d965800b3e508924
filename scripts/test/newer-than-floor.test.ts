import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newerSyntax } from '../lib/floor/patterns.mjs';
import { newerStyles } from '../lib/floor/styles.mjs';
import { floorOf } from '../lib/floor/support.mjs';
import { newerApisIn } from '../lib/floor/used-apis.mjs';
import { inRoot } from '../lib/paths.mjs';

const widget = floorOf('widget-sdk');
const desk = floorOf('console');
const cache = inRoot('node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'floor-'));
afterAll(() => rmSync(folder, { recursive: true }));

it(
  'names each API that is newer than the floor, however it is reached',
  { timeout: 30_000 },
  () => {
    const file = join(folder, 'sample.ts');
    writeFileSync(
      file,
      [
        'export const one = URL.canParse("x");',
        'export const two = [1].findLast(Boolean);',
        'export const three = structuredClone({});',
        'export const four = AbortSignal.timeout(1);',
        'export const five = (form: HTMLFormElement) => form.requestSubmit();',
        'export const six = navigator.locks;',
        'export const old: URL | Promise<AbortSignal> = new URL("x", document.baseURI);',
        'export const seven = Object.hasOwn({}, "x") && [1].at(-1);',
      ].join('\n'),
    );
    expect(newerApisIn([file], widget).map(({ line, api }) => `${line} ${api}`)).toEqual([
      '1 URL.canParse',
      '2 Array.findLast',
      '3 structuredClone',
      '4 AbortSignal.timeout',
      '5 HTMLFormElement.requestSubmit',
      '6 NavigatorLocks.locks',
    ]);
    expect(newerApisIn([file], desk).map(({ api }) => api)).toEqual(['URL.canParse']);
  },
);

it.each([
  ['(?<!a)b', '', ['lookbehind'], []],
  ['(?<=a)b', 'u', ['lookbehind'], []],
  ['[\\p{L}--[a-z]]', 'v', ['flag v'], ['flag v']],
  ['a', 'd', [], []],
  ['(?<name>a)\\k<name>', 'gu', [], []],
])('knows which browsers lack the pattern /%s/%s', (source, flags, inWidget, inConsole) => {
  const names = (floor: typeof widget) =>
    newerSyntax({ source, flags }, floor).map((found) => found.split(':')[0]);
  expect([names(widget), names(desk)]).toEqual([inWidget, inConsole]);
});

it.each([
  ['a:has(b){color:red}', [':has'], [':has']],
  ['a{color:color-mix(in srgb,red,blue)}', ['color-mix()'], []],
  ['a{--x:light-dark(red,blue)}', ['light-dark()'], ['light-dark()']],
  ['a{height:100dvh}', ['dynamic viewport units'], []],
  ['a{& b{color:red}}', ['nesting'], ['nesting']],
  ['@container (width>1px){a{color:red}}', ['@container'], []],
  ['@starting-style{a{color:red}}', ['@starting-style'], ['@starting-style']],
  ['a{inset:0;accent-color:red;aspect-ratio:1}', [], []],
  ['@supports selector(:has(a)){a:has(b){color:red}}', [], []],
])('knows which browsers lack the style %s', (css, inWidget, inConsole) => {
  const names = (floor: typeof widget) =>
    newerStyles(css, floor).map((found) => found.split(/: (?:safari|chrome|firefox) /)[0]);
  expect([names(widget), names(desk)]).toEqual([inWidget, inConsole]);
});
