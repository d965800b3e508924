import type { Language } from '../types';

/** The words for 2 to 20. The word for 1 is left out: in most of these languages it is the article too. */
const FROM_TWO: Record<Language, string> = {
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
};

const TENS: Record<Language, string> = {
  fr: 'trente quarante cinquante soixante',
  en: 'thirty forty fifty sixty',
  de: 'dreißig vierzig fünfzig sechzig',
  es: 'treinta cuarenta cincuenta sesenta',
};

/** Longer number words that the honest sentences have. */
const LONGER: Record<Language, Record<string, number>> = {
  fr: { 'trente-cinq': 35, 'six cents': 600 },
  en: {},
  de: { dreissig: 30 },
  es: { 'cuarenta y cinco': 45, seiscientas: 600 },
};

const wordsOf = (language: Language): [string, number][] => [
  ...Object.entries(LONGER[language]),
  ...FROM_TWO[language].split(' ').map((word, index): [string, number] => [word, index + 2]),
  ...TENS[language].split(' ').map((word, index): [string, number] => [word, (index + 3) * 10]),
];

/** Number words with their values, the longest first, so that none hides a longer one in a pattern. */
export const NUMBER_WORDS: Record<Language, ReadonlyMap<string, number>> = {
  fr: longestFirst('fr'),
  en: longestFirst('en'),
  de: longestFirst('de'),
  es: longestFirst('es'),
};

function longestFirst(language: Language): ReadonlyMap<string, number> {
  return new Map(wordsOf(language).toSorted(([one], [other]) => other.length - one.length));
}
