import type { HonestSentence, Language } from '../types';
import { MONTHS } from './months';

export interface FoundDate {
  index: number;
  text: string;
  day: number;
  month: number;
  year: number;
}

const ISO = /(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/g;
const NUMERIC = /(?<day>\d\d)[/.](?<month>\d\d)[/.](?<year>\d{4})/g;

const patterns = (language: Language): RegExp[] => {
  const month = `(?<month>${MONTHS[language].join('|')})`;
  return [
    ISO,
    NUMERIC,
    new RegExp(`(?<day>\\d{1,2})\\.?(?: de)? ${month}(?: de)? (?<year>\\d{4})`, 'gi'),
    new RegExp(`${month} (?<day>\\d{1,2})(?:st|nd|rd|th)?, (?<year>\\d{4})`, 'gi'),
  ];
};

const PATTERNS = { fr: patterns('fr'), en: patterns('en'), de: patterns('de'), es: patterns('es') };

export function datesIn({ text, passage: { language } }: HonestSentence): FoundDate[] {
  return PATTERNS[language].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const { day = '', month = '', year = '' } = match.groups ?? {};
      const named = MONTHS[language].findIndex(
        (name) => name.toLowerCase() === month.toLowerCase(),
      );
      const number = named < 0 ? Number(month) : named + 1;
      return {
        index: match.index,
        text: match[0],
        day: Number(day),
        month: number,
        year: Number(year),
      };
    }),
  );
}
