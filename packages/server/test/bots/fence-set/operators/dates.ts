import { datesIn, type FoundDate } from '../reading/dates';
import { MONTHS } from '../reading/months';
import { hasValue } from '../reading/values';
import type { HonestSentence, Language, Operator, Passage } from '../types';
import { replaced, type Words } from './changes';

type Moment = Pick<FoundDate, 'day' | 'month' | 'year'>;
type Write = (date: Moment, language: Language) => string;

const padded = (number: number): string => String(number).padStart(2, '0');
const iso: Write = ({ year, month, day }) => `${year}-${padded(month)}-${padded(day)}`;
const numeric: Write = ({ year, month, day }) => `${padded(day)}/${padded(month)}/${year}`;
const shortYear: Write = ({ year, month, day }) =>
  `${padded(day)}.${padded(month)}.${padded(year % 100)}`;

const inWords: Write = ({ year, month, day }, language) => {
  const name = MONTHS[language][month - 1];
  if (language === 'de') return `${day}. ${name} ${year}`;
  return language === 'es' ? `${day} de ${name} de ${year}` : `${day} ${name} ${year}`;
};

const dayInWords: Write = ({ month, year }, language) => {
  const name = MONTHS[language][month - 1];
  const texts: Words = {
    fr: `dix-neuf ${name} ${year}`,
    en: `nineteenth of ${name} ${year}`,
    de: `neunzehnten ${name} ${year}`,
    es: `diecinueve de ${name} de ${year}`,
  };
  return texts[language];
};

const isIn = (passage: Passage, date: Moment): boolean =>
  datesIn({ passage, text: passage.text }).some((known) => iso(known, 'en') === iso(date, 'en'));

const dated = (name: string, write: Write, change: (date: Moment) => Moment | null): Operator => ({
  name,
  apply: (sentence) => {
    for (const found of datesIn(sentence)) {
      const date = change(found);
      if (date && !isIn(sentence.passage, date)) {
        const made = write(date, sentence.passage.language);
        return replaced(sentence, found.index, found.text.length, made);
      }
    }
    return null;
  },
});

const nextDay = (date: Moment): Moment => ({
  ...date,
  day: date.day < 28 ? date.day + 1 : date.day - 1,
});
const nextYear = (date: Moment): Moment => ({ ...date, year: date.year + 1 });
const nextMonth = (date: Moment): Moment => ({
  ...date,
  month: date.month === 11 ? 9 : (date.month % 12) + 1,
});
const swapped = (date: Moment): Moment | null =>
  date.day > 12 || date.day === date.month ? null : { ...date, day: date.month, month: date.day };

/** A time of day: never an amount, a duration of 24 hours or more, or a part of a longer number. */
const TIME =
  /(?<![$€£\d.,/:-])(?<!(?:EUR|GBP|USD) )(?<hour>[01]?\d|2[0-3])(?:(?:[:.]| ?h ?)\d\d(?![\d.]| ?(?:€|\$|eur|gbp|usd|dollar|pound))(?: ?h\b| Uhr| [ap]\.?m\.?)?| ?h\b| heures| Uhr| [ap]\.?m\.?)/iu;

const timed = (
  name: string,
  change: (time: RegExpExecArray, sentence: HonestSentence) => string | null,
): Operator => ({
  name,
  apply: (sentence) => {
    const time = TIME.exec(sentence.text);
    const made = time && change(time, sentence);
    return time && made ? replaced(sentence, time.index, time[0].length, made) : null;
  },
});

/** Writes another hour in words, which the passage has neither in the morning nor in the evening. */
const timeInWords = (name: string, hour: number, words: Words): Operator =>
  timed(name, ({ index }, { text, passage }) => {
    if (hasValue(passage, hour) || hasValue(passage, hour + 12)) return null;
    const made = words[passage.language];
    return text.slice(0, index).endsWith('las ') ? made.replace(/^las /, '') : made;
  });

const EVENING: Words = { fr: ' du soir', en: ' p.m.', de: ' abends', es: ' de la noche' };

export const DATE_OPERATORS: readonly Operator[] = [
  dated('moves a date by one day', inWords, nextDay),
  dated('moves a date by one month', inWords, nextMonth),
  dated('moves a date by one year', inWords, nextYear),
  dated('moves an ISO date by one day', iso, nextDay),
  dated('moves an ISO date by one month', iso, nextMonth),
  dated('moves an ISO date by one year', iso, nextYear),
  dated('moves a numeric date by one day', numeric, nextDay),
  dated('moves a numeric date by one year', numeric, nextYear),
  dated('moves a date with a short year', shortYear, nextYear),
  dated('writes another day in words', dayInWords, (date) => ({ ...date, day: 19 })),
  dated('swaps day and month in an ISO date', iso, swapped),
  dated('swaps day and month in words', inWords, swapped),
  timed('swaps a.m. and p.m.', ([text, hour = ''], { passage }) => {
    const made = text.replace(/[ap](?=\.?m)/, (letter) => (letter === 'a' ? 'p' : 'a'));
    const isKnown = passage.text.includes(`${hour} ${made.includes('a') ? 'a' : 'p'}.m.`);
    return made === text || isKnown || Number(hour) > 11 ? null : made;
  }),
  timed('moves a morning time to the evening', ([text, hour = ''], { passage }) =>
    Number(hour) > 11 || /m\.?$/.test(text) || hasValue(passage, Number(hour) + 12)
      ? null
      : text + EVENING[passage.language],
  ),
  timeInWords('writes another time in words', 10, {
    fr: 'dix heures et demie',
    en: 'half past ten',
    de: 'halb elf',
    es: 'las diez y media',
  }),
  timeInWords('writes another hour in words', 7, {
    fr: 'sept heures',
    en: "seven o'clock",
    de: 'sieben Uhr',
    es: 'las siete',
  }),
  timeInWords('writes another time with a quarter', 11, {
    fr: 'onze heures moins le quart',
    en: 'a quarter to eleven',
    de: 'Viertel vor elf',
    es: 'las once menos cuarto',
  }),
];
