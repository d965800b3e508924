import { parse as parseHost } from 'tldts';
import { spellOutDigits } from './number-words';

/**
 * What a text claims that can be compared letter by letter: numbers, amounts, dates, times, URLs, e-mail addresses
 * and phone numbers, each in one form, however it is written. Names, places and negations are no facts here.
 */
export interface Facts {
  /** What a text that repeats this one must have found somewhere. */
  claimed: Set<string>;
  /** `claimed`, and what each of them says in part: an amount also says a number. */
  stated: Set<string>;
}

type Note = (claimed: string, ...partly: string[]) => void;

const MONTHS = [
  ['january', 'jan', 'janvier', 'janv'],
  ['february', 'feb', 'fevrier', 'fevr', 'fev'],
  ['march', 'mar', 'mars'],
  ['april', 'apr', 'avril', 'avr'],
  ['may', 'mai'],
  ['june', 'jun', 'juin'],
  ['july', 'jul', 'juillet', 'juil'],
  ['august', 'aug', 'aout'],
  ['september', 'sept', 'sep', 'septembre'],
  ['october', 'oct', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'decembre'],
];
const MONTH = MONTHS.flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|');

const CURRENCIES: Record<string, string> = {
  '€': 'eur',
  euro: 'eur',
  euros: 'eur',
  $: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  '£': 'gbp',
  pound: 'gbp',
  pounds: 'gbp',
  '¥': 'jpy',
  yen: 'jpy',
};
const ISO_CODES =
  'eur usd gbp jpy chf cad aud nzd cny inr brl mxn sek nok dkk pln czk huf ron try mad tnd dzd xof xaf';
const CURRENCY = [...Object.keys(CURRENCIES), ...ISO_CODES.split(' ')]
  .map((one) => one.replace('$', String.raw`\$`))
  .toSorted((a, b) => b.length - a.length)
  .join('|');

/** Groups of three, then a decimal part; or digits with points and commas in any way. */
const NUMBER = String.raw`(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*)`;
const SIGNED = String.raw`(?:(?<![\p{L}\p{N}])[-−])?${NUMBER}`;

/** In this order: what one of them has read, the next ones do not see. */
const READERS: { pattern: RegExp; read(match: RegExpExecArray, note: Note): unknown }[] = [
  {
    pattern: /[^\s@<>()[\]"]+@[^\s@<>()[\]"]+\.[^\s@<>()[\]"]+/gu,
    read: ([text], note) => {
      const [, local, host = ''] = /^(.*)@(.*)$/.exec(withoutEnd(text)) ?? [];
      note(`mail:${local}@${host.toLowerCase()}`);
    },
  },
  {
    pattern: /[a-z][a-z\d+.-]*:\/\/[^\s<>"[\]]+/giu,
    read: ([text], note) => {
      const [, scheme = '', host = '', rest = ''] =
        /^(.*?:\/\/)([^/?#]*)(.*)$/.exec(withoutEnd(text)) ?? [];
      const place = host.toLowerCase() + rest;
      note(`url:${scheme.toLowerCase()}${place}`, `host:${place}`, `host:${host.toLowerCase()}`);
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/[^\s<>"[\]]*)?/gu,
    read: ([text], note) => {
      const [, host = '', rest = ''] = /^([^/]*)(.*)$/.exec(withoutEnd(text)) ?? [];
      if (!parseHost(host).isIcann) return false;
      return note(`host:${host.toLowerCase()}${rest}`);
    },
  },
  {
    pattern: /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/gu,
    read: ([, year, month, day], note) => noteDate(note, day, Number(month), year),
  },
  {
    pattern: /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/gu,
    read: ([, first, , second, year], note) => {
      const isMonthFirst = Number(second) > 12;
      if (isMonthFirst) noteDate(note, second, Number(first), year);
      else noteDate(note, first, Number(second), year);
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\d.,])(\d{1,2})(?:er|st|nd|rd|th)?(?: of)? (${MONTH})\b\.?(?:,? (\d{4})(?!\d))?`,
      'gu',
    ),
    read: ([, day, month, year], note) => noteDate(note, day, monthOf(month), year),
  },
  {
    pattern: new RegExp(
      String.raw`\b(${MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,? (\d{4})(?!\d))?`,
      'gu',
    ),
    read: ([, month, day, year], note) => noteDate(note, day, monthOf(month), year),
  },
  {
    pattern: new RegExp(String.raw`\b(${MONTH})\.? (\d{4})(?!\d)`, 'gu'),
    read: ([, month, year], note) => noteDate(note, undefined, monthOf(month), year),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2})(?::|h| h )(\d{2})(?: ?([ap])\.?m\b)?(?![\d:])/gu,
    read: ([, hour, minute, half], note) => noteTime(note, hour, minute, half),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2}) ?(?:([ap])\.?m|h)\b/gu,
    read: ([, hour, half], note) => noteTime(note, hour, '00', half),
  },
  {
    pattern:
      /(?:\+|\(0|(?<![\d.,])0)\d[\d ().-]{5,}\d|(?<![\d.,])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?!\d)/gu,
    read: ([text], note) => note(`phone:${text.replaceAll(/[^\d+]/g, '')}`),
  },
  {
    pattern: new RegExp(
      String.raw`(?:(${CURRENCY}) ?(${SIGNED})|(${SIGNED}) ?(${CURRENCY})(?![\p{L}\p{N}]))`,
      'gu',
    ),
    read: ([, before, amount, sameAmount, after], note) => {
      const value = valueOf(amount ?? sameAmount ?? '');
      const unit = before ?? after ?? '';
      note(`money:${value} ${CURRENCIES[unit] ?? unit}`, `number:${value}`);
    },
  },
  {
    pattern: new RegExp(String.raw`(${SIGNED}) ?(?:%|percent\b|pour cent\b|per cent\b)`, 'gu'),
    read: ([, number = ''], note) => note(`percent:${valueOf(number)}`),
  },
  {
    // Letters and digits in one: an order number, a model, a voucher.
    pattern:
      /(?<![\p{L}\p{N}])(?=[\p{N}_/-]*\p{L})(?=[\p{L}_/-]*\d)[\p{L}\p{N}]+(?:[-_/][\p{L}\p{N}]+)*/gu,
    read: ([text], note) => {
      if (/^\d+(?:er|ere|e|eme|st|nd|rd|th)$/.test(text)) return undefined; // an ordinal
      if (/^\d+-?\p{L}{1,3}$/u.test(text) || /^\d+-\p{Ll}+$/u.test(text)) return false; // with its unit
      return note(`code:${text}`);
    },
  },
  {
    pattern: new RegExp(SIGNED, 'gu'),
    read: ([text], note) => note(`number:${valueOf(text)}`),
  },
  { pattern: /[\p{No}\p{Nl}]/gu, read: ([text], note) => note(`number:${text}`) },
];

export function factsOf(text: string): Facts {
  const claimed = new Set<string>();
  const stated = new Set<string>();
  const note: Note = (one, ...partly) => {
    claimed.add(one);
    for (const each of [one, ...partly]) stated.add(each);
  };
  let left = spellOutDigits(plain(text));
  for (const { pattern, read } of READERS) {
    left = left.replaceAll(pattern, (...found) => {
      const groups = found.slice(
        0,
        found.findIndex((one) => typeof one === 'number'),
      );
      return read(groups as unknown as RegExpExecArray, note) === false ? String(found[0]) : ' ¦ ';
    });
  }
  return { claimed, stated };
}

/** Digits of every script, blanks of every width; nothing invisible, no accents. URLs keep their case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\s]+/gu, (word) => (/[@/]|\w\.\w/.test(word) ? word : word.toLowerCase()))
    .replaceAll(/[^\S\n]+/gu, ' ');
}

/** Unicode has the digits of a script in a row. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 0x80) return digit;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

function withoutEnd(text: string): string {
  return text.replace(/[.,;:!?)}'’»]+$/u, '');
}

function monthOf(name = ''): number {
  return MONTHS.findIndex((names) => names.includes(name)) + 1;
}

function noteDate(note: Note, day: string | undefined, month: number, year?: string): void {
  const ofMonth = day === undefined ? '' : `${Number(day)}-${month}`;
  const inYear = year === undefined ? '' : `${month}-${year}`;
  const partly = [
    ...(ofMonth && inYear ? [`day:${ofMonth}`, `month:${inYear}`] : []),
    ...(year === undefined ? [] : [`number:${year}`]),
  ];
  if (!inYear) note(`day:${ofMonth}`);
  else if (!ofMonth) note(`month:${inYear}`, ...partly);
  else note(`date:${ofMonth}-${year}`, ...partly);
}

function noteTime(note: Note, hour = '', minute = '', half?: string): void {
  const shift = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  note(`time:${shift}:${minute}`);
}

/** `1 234,50` and `1,234.5` are one value. A single `1,234` is read as thousands, `1,5` as a decimal. */
function valueOf(text: string): string {
  const sign = /^[-−]/.test(text) ? '-' : '';
  const digits = text.replaceAll(/[-− '’]/g, '');
  const marks = digits.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return sign + trimmed(digits, '');
  const isMixed = new Set(marks).size > 1;
  const [whole = '', ...parts] = digits.split(/[.,]/);
  const tail = parts.at(-1) ?? '';
  const isGrouped =
    parts.every((part) => part.length === 3) && whole.length <= 3 && !whole.startsWith('0');
  if (isMixed) {
    const isOnce = marks.filter((mark) => mark === last).length === 1;
    const before = digits.slice(0, digits.lastIndexOf(last));
    return isOnce ? sign + trimmed(before.replaceAll(/[.,]/g, ''), tail) : sign + digits;
  }
  if (isGrouped) return sign + trimmed(digits.replaceAll(/[.,]/g, ''), '');
  return marks.length === 1 ? sign + trimmed(whole, tail) : sign + digits; // a version, an address
}

function trimmed(whole: string, decimals: string): string {
  const significant = decimals.replace(/0+$/, '');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return significant === '' ? digits : `${digits}.${significant}`;
}
