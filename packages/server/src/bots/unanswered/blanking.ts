import { normalized } from '../../platform/combining-marks';
import { STOP_WORDS } from '../language-stop-words';
import { fold, UNSPACED } from '../language';

const BLANK = '…';

const EMAIL =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+[@＠][\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu;
/** A date with its year; or digits as people group them, also in brackets and after a plus. */
const DATE_OR_NUMBER =
  /(?<!\p{Nd})(?<date>\d{1,2}([/.-])\d{1,2}\2(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)(?![/.-]?\p{Nd})|[+＋]?\(?\p{Nd}(?:[\p{Zs}().\-‐-―/]{0,3}\p{Nd})*/gu;
/** Numbers with fewer digits are prices, quantities and times. */
const MIN_PHONE_DIGITS = 7;
/** No name is longer. */
const MAX_NAME_CHARS = 80;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const REPEATED = new RegExp(`${BLANK}(?:[\\p{Zs}'’-]{0,3}${BLANK})+`, 'gu');

/**
 * A text of a conversation without what tells who the visitor is: e-mail addresses, phone numbers, and the given
 * name in whole and word by word, whatever its case and accents. Other long numbers go too; dates stay.
 */
export function blankPersonal(text: string, visitorName: string | null): string {
  const blanked = normalized(text, 'NFC')
    .replace(EMAIL, BLANK)
    .replace(DATE_OR_NUMBER, (found, date) => (date || !isPhone(found) ? found : BLANK));
  return blankName(
    blanked,
    visitorName?.slice(0, MAX_NAME_CHARS).normalize('NFC').trim() ?? '',
  ).replace(REPEATED, BLANK);
}

function isPhone(number: string): boolean {
  return (number.match(/\p{Nd}/gu)?.length ?? 0) >= MIN_PHONE_DIGITS;
}

function blankName(text: string, name: string): string {
  // A single letter is no name: blanking it would spoil other words.
  if (name.length < 2) return text;
  const words = new Set((name.match(WORD) ?? []).map(fold).filter(isNamePart));
  const whole = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const [before, after] = UNSPACED.test(name) ? ['', ''] : [`(?<!${LETTER})`, `(?!${LETTER})`];
  return text
    .replaceAll(new RegExp(`${before}${whole}${after}`, 'giu'), BLANK)
    .replace(WORD, (word) => (words.has(fold(word)) ? BLANK : word));
}

/** Leaves words such as the "de" and "la" of a name: they are in every text. */
function isNamePart(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word);
}

/** Whether words are left after blanking. */
export function hasWords(blanked: string): boolean {
  return /[\p{L}\p{N}]/u.test(blanked);
}
