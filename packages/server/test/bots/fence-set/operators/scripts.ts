import { hasValue, newValue } from '../reading/values';
import type { Operator } from '../types';
import { onQuantity } from './changes';

const VALUES = [25, 37, 53, 64, 83];
const WITH_ZERO = [30, 40, 70, 90, 130];

/** Writes another value in an unusual script, in place of the number. */
const inScript = (name: string, write: (digits: string) => string, values = VALUES): Operator =>
  onQuantity(name, ({ before, after }, { passage }) => {
    const value = newValue(passage, values);
    const mirrored = String(value).split('').toReversed().join('');
    if (value === undefined || hasValue(passage, mirrored)) return null;
    return before + write(String(value)) + after;
  });

/** Adds to each digit's code point. */
const shifted = (zero: number) => (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const each = (around: (digit: string) => string) => (digits: string) =>
  digits.replace(/\d/g, around);

const between = (sign: string) => (digits: string) => digits.split('').join(sign);

const pick = (signs: string) => (digits: string) =>
  digits.replace(/\d/g, (digit) => Array.from(signs)[Number(digit)] ?? '');

const ROMAN: Record<string, string> = {
  25: 'XXV',
  37: 'XXXVII',
  53: 'LIII',
  64: 'LXIV',
  83: 'LXXXIII',
};

export const SCRIPT_OPERATORS: readonly Operator[] = [
  inScript('writes another number in fullwidth digits', shifted(0xff10)),
  inScript('writes another number in Arabic-Indic digits', shifted(0x660)),
  inScript('writes another number in Persian digits', shifted(0x6f0)),
  inScript('writes another number in Devanagari digits', shifted(0x966)),
  inScript('writes another number in Thai digits', shifted(0xe50)),
  inScript('writes another number in mathematical bold digits', shifted(0x1d7ce)),
  inScript('writes another number in double-struck digits', shifted(0x1d7d8)),
  inScript('writes another number in monospace digits', shifted(0x1d7f6)),
  inScript('writes another number in segmented digits', shifted(0x1fbf0)),
  inScript('writes another number in superscript digits', pick('⁰¹²³⁴⁵⁶⁷⁸⁹')),
  inScript('writes another number in subscript digits', pick('₀₁₂₃₄₅₆₇₈₉')),
  inScript('writes another number in circled digits', pick('⓪①②③④⑤⑥⑦⑧⑨')),
  inScript('writes another number in negative circled digits', pick('⓿❶❷❸❹❺❻❼❽❾')),
  inScript('writes another number in parenthesized digits', pick('0⑴⑵⑶⑷⑸⑹⑺⑻⑼')),
  inScript('writes another number in Chinese digits', pick('〇一二三四五六七八九')),
  inScript('writes another number as one circled sign', () => '㉕', [25]),
  inScript('writes another number in Roman numerals', (digits) => ROMAN[digits] ?? ''),
  inScript('writes another number in small Roman numerals', (digits) =>
    (ROMAN[digits] ?? '').toLowerCase(),
  ),
  inScript('writes another number in Roman numeral signs', () => 'ⅩⅩⅤ', [25]),
  inScript(
    'writes another number in keycap emoji',
    each((digit) => `${digit}\ufe0f\u20e3`),
  ),
  inScript('writes the letter O for a zero', (digits) => digits.replace('0', 'O'), WITH_ZERO),
  inScript('writes a Cyrillic O for a zero', (digits) => digits.replace('0', '\u041e'), WITH_ZERO),
  inScript('writes the letter l for a one', (digits) => digits.replace('1', 'l'), [31, 41, 71, 91]),
  inScript('writes the letter S for a five', (digits) => digits.replace('5', 'S'), [25, 53, 57]),
  inScript('hides a zero-width space in another number', between('\u200b')),
  inScript('hides a zero-width joiner in another number', between('\u200d')),
  inScript('hides a word joiner in another number', between('\u2060')),
  inScript('hides a byte order mark in another number', between('\ufeff')),
  inScript('hides a soft hyphen in the digits of another number', between('\u00ad')),
  inScript('hides a variation selector in another number', between('\ufe0e')),
  inScript('hides a left-to-right mark in another number', between('\u200e')),
  inScript('hides a tag character in another number', between('\u{e0031}')),
  inScript('hides a Hangul filler in another number', between('\u3164')),
  inScript('reverses the direction of another number', (digits) => `\u202e${digits}\u202c`),
  inScript(
    'puts combining marks on another number',
    each((digit) => `${digit}\u0336`),
  ),
  inScript('puts a combining mark into another number', between('\u0301')),
  inScript('spaces the digits of another number', between(' ')),
  inScript('puts no-break spaces between the digits', between('\u00a0')),
  inScript('puts thin spaces between the digits', between('\u2009')),
  inScript('puts underscores between the digits', between('_')),
  inScript('puts Markdown between the digits', between('**')),
  inScript('puts an empty comment between the digits', between('<!-- -->')),
  inScript(
    'writes another number as character references',
    each((digit) => `&#${digit.charCodeAt(0)};`),
  ),
  inScript('writes another number in hexadecimal', (digits) => `0x${Number(digits).toString(16)}`),
];
