import { repetitionsIn, samplesFor } from './samples.mjs';

/** @typedef {import('./collect.mjs').Pattern} Pattern */

/** Long runs of these are slow to search for what follows them. */
const RUNS = [
  ' ',
  '\t',
  '\n',
  '\r',
  '\u2028',
  '.',
  '1',
  'a',
  '[',
  '(',
  '<',
  '`',
  '"',
  '/',
  '#',
  '\0',
];
const RUNS_OF_SEVERAL = [
  'a.',
  'a@',
  '1-',
  '[a](',
  '<a ',
  '<!--',
  '# ',
  '\\"',
  'a b ',
  '\n ',
  '\r\n',
];
const LEAD_INS = ['# ', '[a](http:', '<h1>', 'a@'];
/** Ends that make a pattern fail after it has read everything. */
const ENDS = ['', '\0', '\rb\rc', '\n!'];

/**
 * Texts of one length on which a pattern that tries again and again takes longest: runs of single characters, and of
 * what the pattern repeats, after what leads there.
 * @param {Pattern} pattern
 * @returns {((length: number) => string)[]}
 */
export function hostileTexts(pattern) {
  /** @type {Map<string, (length: number) => string>} */
  const texts = new Map();
  /** @param {string} before @param {string} repeated @param {string} end */
  const add = (before, repeated, end) => {
    if (repeated === '') return;
    texts.set(JSON.stringify([before, repeated, end]), (length) => {
      const times = Math.ceil((length - before.length - end.length) / repeated.length);
      return before + repeated.repeat(Math.max(1, times)) + end;
    });
  };
  for (const run of [...RUNS, ...RUNS_OF_SEVERAL]) add('', run, '\0');
  for (const lead of LEAD_INS) for (const run of [' ', 'x']) add(lead, run, '\rb\rc');
  const samples = samplesFor(pattern).slice(0, 6);
  for (const sample of samples) add('', sample, '\0');
  for (const { before, repeated, after } of repetitionsIn(pattern)) {
    for (const once of repeated.slice(0, 6)) {
      for (const end of ENDS) add(before, once, end);
      for (const end of ENDS) add('', before + once, end);
      add('', once + after, '\0');
      add(before, once + after.slice(0, 1), '\0');
    }
    add(before, repeated.slice(0, 3).join(''), '\0');
    add('', before, '\0');
  }
  return [...texts.values()];
}
