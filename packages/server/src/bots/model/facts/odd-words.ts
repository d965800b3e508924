import { READ, type Reader } from './notes';

const SCRIPTS = [
  ['latin', /\p{Script=Latin}/u],
  ['greek', /\p{Script=Greek}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['other', /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u],
] as const;

/** A digit and a capital that looks like one. */
const LOOKALIKE = /(?<![\p{L}\p{N}])\d+(?:[.,]\d+)?(?:[OSIBZ]|M(?! ?\p{Sc}))(?![\p{L}\p{N}])/gu;
/** A number that has no digits in any form: a negative circled one. */
const OTHER_NUMBER = /[\p{No}\p{Nl}]/gu;
const LETTERS = /[\p{L}\p{M}]+/gu;
const PLAIN = /^[\p{Script=Latin}\p{M}]+$/u;
/** Single letters in a row, each after a blank or a sign: `t h i r t y`. */
const SPELLED = /(?<![\p{L}\p{N}])\p{L}(?:[ .·_*-]\p{L}(?![\p{L}\p{N}])){2,}/gu;

/**
 * Words that a reader takes for others: spelled letter by letter, or written in two scripts. A text may use them, and
 * letters that are not Latin, only where its passage does.
 */
export const readOddWords: Reader = (text, notes) => {
  for (const [word] of text.matchAll(LETTERS)) {
    if (PLAIN.test(word)) continue;
    const scripts = SCRIPTS.filter(([, letters]) => letters.test(word)).map(([name]) => name);
    if (scripts.length > 1) notes.claim(`word:${word.toLowerCase()}`);
    for (const script of scripts) notes.claim(`script:${script}`);
  }
  for (const [odd] of text.matchAll(LOOKALIKE)) notes.claim(`code:${odd}`);
  for (const [odd] of text.matchAll(OTHER_NUMBER)) notes.claim(`code:${odd}`);
  return text.replaceAll(SPELLED, (spelled) => {
    notes.claim(`spelled:${spelled.replaceAll(/[^\p{L}]/gu, '').toLowerCase()}`);
    return READ;
  });
};
