/** Numbers that people write as words, in French, English, German and Spanish, without accents. */
const LISTS: readonly (readonly [string, number, number])[] = [
  [
    'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    0,
    1,
  ],
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    0,
    1,
  ],
  ['sixteen seventeen eighteen nineteen', 16, 1],
  ['vingt trente quarante cinquante soixante septante huitante nonante', 20, 10],
  ['twenty thirty forty fifty sixty seventy eighty ninety', 20, 10],
  ['cero uno dos tres cuatro cinco seis siete ocho nueve diez', 0, 1],
  ['doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte', 12, 1],
  [
    'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
    21,
    1,
  ],
  ['treinta cuarenta cincuenta sesenta setenta ochenta noventa cien', 30, 10],
  [
    'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
    100,
    100,
  ],
  [
    'ciento doscientas trescientas cuatrocientas quinientas seiscientas setecientas ochocientas novecientas',
    100,
    100,
  ],
];
const VALUES: Record<string, number> = {
  une: 1,
  vingts: 20,
  octante: 80,
  veintiun: 21,
  fourty: 40,
};
for (const [names, first, step] of LISTS) {
  for (const [place, name] of names.split(' ').entries()) VALUES[name] = first + place * step;
}
/** Number nouns, some of them approximate: `dozen`, `dizaine`. */
for (const [names, value] of [
  ['dozen dozens dutzend douzaine douzaines docena docenas', 12],
  ['dizaine decena', 10],
  ['quinzaine quincena', 15],
  ['vingtaine veintena', 20],
  ['trentaine treintena', 30],
  ['cinquantaine', 50],
  ['centaine centaines centenar centenares cientos cientas centenas hunderte', 100],
  ['null', 0],
] as const) {
  for (const name of names.split(' ')) VALUES[name] = value;
}
const HUNDREDS = new Set(['cent', 'cents', 'hundred', 'hundreds']);
export const SCALES: Record<string, number> = {};
for (const [names, value] of [
  ['mille milliers thousand thousands mil miles tausend tsd', 1e3],
  ['million millions millionen mio millon millones mill', 1e6],
  ['milliard milliards milliarde milliarden mrd billion billions', 1e9],
  ['trillion trillions billionen billones', 1e12],
] as const) {
  for (const name of names.split(' ')) SCALES[name] = value;
}
/** Number words that are articles or pronouns when they are alone. */
const ARTICLES = new Set(['un', 'une', 'one', 'uno']);
/** Number words that may be money, or part of `per cent`, when they are alone. */
const COINS = new Set(['cent', 'cents']);

const NAMES = [...Object.keys(VALUES), ...HUNDREDS, ...Object.keys(SCALES)].join('|');
const LINK = '(?: and | et | y |[ -])';
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${NAMES})(?!\p{L})(?:${LINK}(?:${NAMES})(?!\p{L}))*`,
  'gu',
);
/** Spanish `once` (11), recognised by the noun after it: in English the word is an adverb. */
const ELEVEN = /(?<!\p{L})once (?=(?:dias|euros|horas|meses|anos|semanas|minutos|por ciento)\b)/gu;
const AND_A_HALF =
  /(?<!\d)(\d{1,15})(?: (?:and a|et|y|und ein) ?(?:half|demie?|medi[oa]|halb)(?:es|er|en|e)?\b|½)/gu;
const AND_PART = /(?<!\d)(\d{1,15}) and 0\.(?=\d)/gu;

/** Writes the numbers that a text says in words as digits. @param text in lower case, without accents */
export function spellOutDigits(text: string): string {
  return text
    .replaceAll(/\b(?:pour|per) ?cents?\b|\bpor ciento\b/gu, '%')
    .replaceAll(/\b(?:a |one )?fortnight\b/gu, '2 weeks')
    .replaceAll(/\btwice\b|\bzweimal\b/gu, '2 times')
    .replaceAll(/\bthrice\b|\bdreimal\b/gu, '3 times')
    .replaceAll(/\ban? (?=(?:hundred|thousand|million|billion|dozen)\b)/gu, '')
    .replaceAll(ELEVEN, '11 ')
    .replaceAll(WORD, (word) => {
      const value = word in SCALES ? null : germanNumber(word);
      return value === null ? word : String(value);
    })
    .replaceAll(RUN, (run, place: number) => {
      if (ARTICLES.has(run) || COINS.has(run)) return run;
      const words = run.split(/ and | et | y |[ -]/u);
      // Digits with a scale after them are one number, which is read later.
      if (
        words[0] !== undefined &&
        words[0] in SCALES &&
        /\d ?$/u.test(text.slice(Math.max(0, place - 2), place))
      )
        return run;
      return valuesOf(words).join(' ; ');
    })
    .replaceAll(/(?<!\d)(\d{1,15}) (?:komma|comma|virgule|coma|point|punto) (?=\d)/gu, '$1.')
    .replaceAll(AND_A_HALF, '$1.5')
    .replaceAll(AND_PART, '$1.');
}

const WORD = /(?<!\p{L})\p{L}{3,60}(?!\p{L})/gu;
const GERMAN_PARTS: Record<string, number> = {
  ein: 1,
  eins: 1,
  zwei: 2,
  zwo: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  fuenf: 5,
  sechs: 6,
  sech: 6,
  sieben: 7,
  sieb: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwolf: 12,
  zwoelf: 12,
  zwanzig: 20,
  dreissig: 30,
  vierzig: 40,
  funfzig: 50,
  fuenfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
  hundert: 100,
  tausend: 1000,
  und: 0,
};
/** A part of a German number word. Longer parts come first, or `dreizehn` would be read as `drei`. */
const PART = new RegExp(
  Object.keys(GERMAN_PARTS)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'yu',
);
const GERMAN_HALVES: Record<string, number> = {
  anderthalb: 1.5,
  eineinhalb: 1.5,
  zweieinhalb: 2.5,
  dreieinhalb: 3.5,
};

/** The value of a German number word from 2; null for any other word. */
function germanNumber(word: string): number | null {
  if (word in GERMAN_HALVES) return GERMAN_HALVES[word] ?? null;
  let total = 0;
  let current = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < word.length) {
    const [name] = PART.exec(word) ?? [];
    if (name === undefined) return null;
    const value = GERMAN_PARTS[name] ?? 0;
    if (value === 100) current = (current || 1) * 100;
    else if (value === 1000) {
      total += (current || 1) * 1000;
      current = 0;
    } else current += value;
  }
  const value = total + current;
  return value > 1 ? value : null;
}

/** The values of number words: several if the words can't be one number, as in `vingt trente`. */
function valuesOf(words: readonly string[]): number[] {
  const values: number[] = [];
  let total = 0;
  let current: number | null = null;
  const end = (): void => {
    if (current !== null || total > 0) values.push(total + (current ?? 0));
    total = 0;
    current = null;
  };
  for (const word of words) {
    const scale = SCALES[word];
    const value = VALUES[word];
    if (scale !== undefined) {
      total += (current ?? 1) * scale;
      current = null;
    } else if (HUNDREDS.has(word)) {
      current = (current ?? 1) * 100;
    } else if (value === 20 && current !== null && current % 100 === 4) {
      current += 76; // quatre-vingt
    } else if (value !== undefined) {
      const before: number = current ?? 0;
      if (current !== null && !canFollow(before % 100, value)) end();
      current = (current ?? 0) + value;
    }
  }
  end();
  return values;
}

function canFollow(before: number, value: number): boolean {
  if (value === 0) return false;
  if (before === 0) return value < 100;
  if (before === 60 || before === 80) return value < 20;
  return before === 10 || before % 10 !== 0 ? before === 10 && value > 6 && value < 10 : value < 10;
}
