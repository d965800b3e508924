const SMALL: Record<string, number> = {};
for (const [names, first] of [
  [
    'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
    0,
  ],
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    0,
  ],
  ['sixteen seventeen eighteen nineteen', 16],
] as const) {
  for (const [place, name] of names.split(' ').entries()) SMALL[name] = first + place;
}
const VALUES: Record<string, number> = {
  ...SMALL,
  une: 1,
  vingt: 20,
  vingts: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
  septante: 70,
  huitante: 80,
  octante: 80,
  nonante: 90,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const HUNDREDS = new Set(['cent', 'cents', 'hundred', 'hundreds']);
const SCALES: Record<string, number> = {
  mille: 1000,
  thousand: 1000,
  million: 1_000_000,
  millions: 1_000_000,
};
/** Alone they are articles and pronouns. */
const ARTICLES = new Set(['un', 'une', 'one']);
/** Alone they are also money, or part of `per cent`. */
const COINS = new Set(['cent', 'cents']);

const NAMES = [...Object.keys(VALUES), ...HUNDREDS, ...Object.keys(SCALES)].join('|');
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:\d+ (?=(?:${Object.keys(SCALES).join('|')})(?!\p{L})))?(?:${NAMES})(?!\p{L})(?:(?: and | et |[ -])(?:${NAMES})(?!\p{L}))*`,
  'gu',
);

/** Writes the numbers that a text says in French or English words as digits. @param text in lower case */
export function spellOutDigits(text: string): string {
  return text.replaceAll(RUN, (run) => {
    if (ARTICLES.has(run) || COINS.has(run)) return run;
    return valuesOf(run.split(/ and | et |[ -]/)).join(' ; ');
  });
}

/** More than one if the words can't be one number: `vingt trente`. */
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
    const value = VALUES[word] ?? (/^\d+$/.test(word) ? Number(word) : undefined);
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
