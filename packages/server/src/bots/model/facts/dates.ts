import { READ, type Notes, type Reader } from './notes';

const MONTHS = [
  ['january', 'jan', 'janvier', 'janv', 'januar', 'janner', 'enero', 'ene'],
  ['february', 'feb', 'fevrier', 'fevr', 'fev', 'februar', 'febrero'],
  ['march', 'mar', 'mars', 'marz', 'maerz', 'marzo'],
  ['april', 'apr', 'avril', 'avr', 'abril', 'abr'],
  ['may', 'mai', 'mayo'],
  ['june', 'jun', 'juin', 'juni', 'junio'],
  ['july', 'jul', 'juillet', 'juil', 'juli', 'julio'],
  ['august', 'aug', 'aout', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septembre', 'septiembre', 'setiembre'],
  ['october', 'oct', 'octobre', 'oktober', 'okt', 'octubre'],
  ['november', 'nov', 'novembre', 'noviembre'],
  ['december', 'dec', 'decembre', 'dezember', 'dez', 'diciembre', 'dic'],
];
const WEEKDAYS = [
  ['monday', 'lundi', 'montag', 'lunes'],
  ['tuesday', 'mardi', 'dienstag', 'martes'],
  ['wednesday', 'mercredi', 'mittwoch', 'miercoles'],
  ['thursday', 'jeudi', 'donnerstag', 'jueves'],
  ['friday', 'vendredi', 'freitag', 'viernes'],
  ['saturday', 'samedi', 'samstag', 'sonnabend', 'sabado'],
  ['sunday', 'dimanche', 'sonntag', 'domingo'],
];
/** Short names of weekdays, from Monday. Alone they may be other words: `sun`, `mar`, `do`. */
const SHORT_WEEKDAYS = [
  ['mon', 'mo', 'lun'],
  ['tue', 'tues', 'di', 'mar'],
  ['wed', 'mi', 'mer', 'mie'],
  ['thu', 'thur', 'thurs', 'do', 'jeu', 'jue'],
  ['fri', 'fr', 'ven', 'vie'],
  ['sat', 'sa', 'sam', 'sab'],
  ['sun', 'so', 'dim', 'dom'],
];
const HOURS_BY_NAME: Record<string, string> = {
  noon: '12',
  midday: '12',
  midi: '12',
  mediodia: '12',
  midnight: '0',
  minuit: '0',
  mitternacht: '0',
  medianoche: '0',
};

const oneOf = (names: readonly string[]): string =>
  names.toSorted((a, b) => b.length - a.length).join('|');
const MONTH = oneOf(MONTHS.flat());
const ORDINAL = '(?:er|st|nd|rd|th|[.º°])?';
const LINK = String.raw`(?: of| de| del)?`;
const YEAR = String.raw`(\d{4})(?![\d:])`;

interface DateReader {
  pattern: RegExp;
  read(groups: (string | undefined)[], notes: Notes): void;
}

const SHORT_WEEKDAY = oneOf(SHORT_WEEKDAYS.flat());

const HALVES: readonly (readonly [string, RegExp])[] = [
  [
    ' pm',
    /(?<=\d(?: ?h| uhr| heures?| horas)?) (?:du soir|de l['’]apres-midi|abends|nachmittags|nachts|am abend|am nachmittag|de la (?:tarde|noche)|in the (?:evening|afternoon)|at night)\b/gu,
  ],
  [
    ' am',
    /(?<=\d(?: ?h| uhr| heures?| horas)?) (?:du matin|morgens|vormittags|am morgen|de la manana|in the morning)\b/gu,
  ],
];
/** `nineteenth of March`: a day in words. */
const DAY_IN_WORDS = new RegExp(
  String.raw`(?<!\p{L})(\p{L}{0,25}(?:th|st|nd|rd|ten)|premier|primero)(?: of| de)? (?=(?:${MONTH})\b)`,
  'gu',
);

const READERS: readonly DateReader[] = [
  {
    pattern: /(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])/gu,
    read: ([year, month, day], notes) => noteDate(notes, day, Number(month), year),
  },
  {
    pattern: /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/-])/gu,
    read: ([first, , second, year], notes) => {
      if (Number(second) > 12) noteDate(notes, second, Number(first), year);
      else noteDate(notes, first, Number(second), year);
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\d.,])(\d{1,2})${ORDINAL}${LINK} (${MONTH})\b\.?(?:,?${LINK} ${YEAR})?`,
      'gu',
    ),
    read: ([day, month, year], notes) => noteDate(notes, day, placeIn(MONTHS, month) + 1, year),
  },
  {
    pattern: new RegExp(
      String.raw`\b(${MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:.,]\d)(?!\d)(?:,? ${YEAR})?`,
      'gu',
    ),
    read: ([month, day, year], notes) => noteDate(notes, day, placeIn(MONTHS, month) + 1, year),
  },
  {
    pattern: new RegExp(String.raw`\b(${MONTH})\.?${LINK} ${YEAR}`, 'gu'),
    read: ([month, year], notes) => noteDate(notes, undefined, placeIn(MONTHS, month) + 1, year),
  },
  {
    pattern: new RegExp(String.raw`\b(${oneOf(WEEKDAYS.flat())})s?\b`, 'gu'),
    read: ([name], notes) => notes.claim(`weekday:${placeIn(WEEKDAYS, name)}`),
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(${SHORT_WEEKDAY})\.? ?(?:[-–/+&]|to|bis|a|au|al) ?(${SHORT_WEEKDAY})(?![\p{L}\d])\.?`,
      'gu',
    ),
    read: (names, notes) => {
      for (const name of names) notes.claim(`weekday:${placeIn(SHORT_WEEKDAYS, name)}`);
    },
  },
  {
    pattern:
      /(?<![\d.,:])(\d{1,2})(?::|h| h )(\d{2})(?!\d)(?: ?([ap])\. ?m\b\.?|(?: uhr)? ?([ap])m\b)?(?![\d:])/gu,
    read: ([hour, minute, half, sameHalf], notes) =>
      noteTime(notes, hour, minute, half ?? sameHalf),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2})\.(\d{2})(?: (?:uhr|h)\b(?: ([ap])m\b)?| ?([ap])\.? ?m\b)/gu,
    read: ([hour, minute, half, sameHalf], notes) =>
      noteTime(notes, hour, minute, half ?? sameHalf),
  },
  {
    pattern: /(?<![\d.,:])(\d{1,2}) uhr(?: (\d{2})(?!\d))?(?: ([ap])m\b)?/gu,
    read: ([hour, minute, half], notes) => noteTime(notes, hour, minute, half),
  },
  {
    pattern:
      /(?<![\d.,:])(\d{1,2})(?: ?([ap])\. ?m\b\.?|(?: ?h| heures?| horas)? ?([ap])m\b| (?:o'clock|o’clock)(?! \w))/gu,
    read: ([hour, half, sameHalf], notes) => noteTime(notes, hour, '00', half ?? sameHalf),
  },
  {
    pattern: new RegExp(String.raw`(?<!\w-)\b(${oneOf(Object.keys(HOURS_BY_NAME))})\b`, 'gu'),
    read: ([name = ''], notes) => noteTime(notes, HOURS_BY_NAME[name]),
  },
];

/** Dates, weekdays and times of day. `03/12/2027` is read as the third of December. */
export const readDates: Reader = (text, notes) => {
  let left = text;
  for (const [half, pattern] of HALVES) left = left.replaceAll(pattern, half);
  for (const [, day] of left.matchAll(DAY_IN_WORDS)) notes.claim(`ordinal:${day}`);
  for (const { pattern, read } of READERS) {
    left = left.replaceAll(pattern, (_found: string, ...rest: unknown[]) => {
      read(
        rest.slice(
          0,
          rest.findIndex((one) => typeof one === 'number'),
        ) as string[],
        notes,
      );
      return READ;
    });
  }
  return left;
};

function placeIn(names: readonly (readonly string[])[], name = ''): number {
  return names.findIndex((same) => same.includes(name));
}

function noteDate(notes: Notes, day: string | undefined, month: number, year?: string): void {
  const ofMonth = day === undefined ? '' : `day:${Number(day)}-${month}`;
  const inYear = year === undefined ? '' : `month:${month}-${year}`;
  if (!inYear) return notes.claim(ofMonth);
  notes.state(`number:${year}`);
  if (!ofMonth) return notes.claim(inYear);
  notes.claim(`date:${Number(day)}-${month}-${year}`);
  return notes.state(ofMonth, inYear);
}

function noteTime(notes: Notes, hour = '', minute = '00', half?: string): void {
  const shift = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  notes.claim(`time:${shift}:${minute}`);
}
