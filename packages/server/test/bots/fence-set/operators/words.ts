import { hasValue } from '../reading/values';
import type { HonestSentence, Language, Operator } from '../types';
import { onQuantity, withRemark } from './changes';

type Choices = readonly (readonly [value: number, text: string])[];
type ChoicesByLanguage = Record<Language, Choices>;

const choose = ({ passage }: HonestSentence, choices: ChoicesByLanguage): string | undefined =>
  choices[passage.language].find(([value]) => !hasValue(passage, value))?.[1];

/** Writes another value in place of the number, and its unit behind it. */
const written = (name: string, choices: ChoicesByLanguage): Operator =>
  onQuantity(name, ({ before, after }, sentence) => {
    const text = choose(sentence, choices);
    return text && text + (after || ` ${before.trim()}`);
  });

/** Adds a remark with a number to any sentence. */
const remarked = (name: string, choices: ChoicesByLanguage): Operator => ({
  name,
  apply: (sentence) => {
    const remark = choose(sentence, choices);
    return remark ? withRemark(sentence, remark) : null;
  },
});

/** The values of the second and third choices replace the first one where the passage has it. */
const inOrder = (values: readonly number[], fr: string, en: string, de: string, es: string) => {
  const choices = (texts: string): Choices =>
    texts.split('|').map((text, index) => [values[index] ?? 0, text] as const);
  return { fr: choices(fr), en: choices(en), de: choices(de), es: choices(es) };
};

export const WORD_OPERATORS: readonly Operator[] = [
  written(
    'writes another number as a word',
    inOrder(
      [30, 40, 13],
      'trente|quarante|treize',
      'thirty|forty|thirteen',
      'dreißig|vierzig|dreizehn',
      'treinta|cuarenta|trece',
    ),
  ),
  written(
    'writes another number as a word in capitals',
    inOrder(
      [40, 60, 16],
      'QUARANTE|SOIXANTE|SEIZE',
      'FORTY|SIXTY|SIXTEEN',
      'VIERZIG|SECHZIG|SECHZEHN',
      'CUARENTA|SESENTA|DIECISÉIS',
    ),
  ),
  written(
    'writes another number as a word without accents',
    inOrder(
      [80, 16, 30],
      'quatre vingts|seize|trente',
      'eighty|sixteen|thirty',
      'achtzig|sechzehn|dreissig',
      'ochenta|dieciseis|treinta',
    ),
  ),
  written(
    'writes another number as a compound word',
    inOrder(
      [27, 53, 68],
      'vingt-sept|cinquante-trois|soixante-huit',
      'twenty-seven|fifty-three|sixty-eight',
      'siebenundzwanzig|dreiundfünfzig|achtundsechzig',
      'veintisiete|cincuenta y tres|sesenta y ocho',
    ),
  ),
  written(
    'writes another number of French tens',
    inOrder(
      [71, 92, 77],
      'soixante et onze|quatre-vingt-douze|septante-sept',
      'seventy-one|ninety-two|seventy-seven',
      'einundsiebzig|zweiundneunzig|siebenundsiebzig',
      'setenta y uno|noventa y dos|setenta y siete',
    ),
  ),
  written(
    'writes another number of three digits as words',
    inOrder(
      [120, 310, 705],
      'cent vingt|trois cent dix|sept cent cinq',
      'a hundred and twenty|three hundred and ten|seven hundred and five',
      'hundertzwanzig|dreihundertzehn|siebenhundertfünf',
      'ciento veinte|trescientos diez|setecientos cinco',
    ),
  ),
  written(
    'writes a dozen',
    inOrder(
      [12, 36],
      'une douzaine de|trois douzaines de',
      'a dozen|three dozen',
      'ein Dutzend|drei Dutzend',
      'una docena de|tres docenas de',
    ),
  ),
  written(
    'writes a round word',
    inOrder(
      [100, 1000],
      'une centaine de|un millier de',
      'a hundred|a thousand',
      'einhundert|eintausend',
      'un centenar de|un millar de',
    ),
  ),
  written(
    'writes one and a half',
    inOrder(
      [1.5, 3.5],
      'un et demi|trois et demi',
      'one and a half|three and a half',
      'anderthalb|dreieinhalb',
      'uno y medio|tres y medio',
    ),
  ),
  written('writes a fraction sign', inOrder([0.5, 0.75], '½|¾', '½|¾', '½|¾', '½|¾')),
  written(
    'writes a number with a fraction sign',
    inOrder([2.5, 3.5], '2½|3½', '2½|3½', '2½|3½', '2½|3½'),
  ),
  written(
    'writes a number with a slash',
    inOrder([1.5, 3.5], '3/2|7/2', '3/2|7/2', '3/2|7/2', '3/2|7/2'),
  ),
  written(
    'writes a decimal in words',
    inOrder([6.3], 'six virgule trois', 'six point three', 'sechs Komma drei', 'seis coma tres'),
  ),
  written('writes zero', inOrder([0], 'zéro', 'zero', 'null', 'cero')),
  written(
    'writes another number in another language',
    inOrder(
      [40, 70, 17],
      'forty|siebzig|diecisiete',
      'quarante|siebzig|diecisiete',
      'quarante|seventy|diecisiete',
      'quarante|siebzig|seventeen',
    ),
  ),
  written(
    'spaces the letters of another number',
    inOrder(
      [30, 40, 13],
      't r e n t e|q u a r a n t e|t r e i z e',
      't h i r t y|f o r t y|t h i r t e e n',
      'd r e i ß i g|v i e r z i g|d r e i z e h n',
      't r e i n t a|c u a r e n t a|t r e c e',
    ),
  ),
  written(
    'puts hyphens between the letters of another number',
    inOrder(
      [30, 40, 13],
      't-r-e-n-t-e|q-u-a-r-a-n-t-e|t-r-e-i-z-e',
      't-h-i-r-t-y|f-o-r-t-y|t-h-i-r-t-e-e-n',
      'd-r-e-i-ß-i-g|v-i-e-r-z-i-g|d-r-e-i-z-e-h-n',
      't-r-e-i-n-t-a|c-u-a-r-e-n-t-a|t-r-e-c-e',
    ),
  ),
  written(
    'mixes Cyrillic letters into another number',
    inOrder(
      [30, 40],
      'tr\u0435nte|qu\u0430rante',
      'th\u0456rty|f\u043erty',
      'dr\u0435ißig|vi\u0435rzig',
      'tr\u0435inta|cu\u0430renta',
    ),
  ),
  written(
    'mixes Greek letters into another number',
    inOrder(
      [40, 30],
      'quaran\u03c4e|tren\u03c4e',
      'f\u03bfrty|thir\u03c4y',
      'v\u03b9erzig|dre\u03b9ßig',
      'cuaren\u03c4a|trein\u03c4a',
    ),
  ),
  written(
    'hides a soft hyphen in another number',
    inOrder(
      [40, 30],
      'qua\u00adrante|tren\u00adte',
      'for\u00adty|thir\u00adty',
      'vier\u00adzig|drei\u00adßig',
      'cua\u00adrenta|trein\u00adta',
    ),
  ),
  written(
    'writes another number as a word in fullwidth letters',
    inOrder(
      [40, 30],
      'ｑｕａｒａｎｔｅ|ｔｒｅｎｔｅ',
      'ｆｏｒｔｙ|ｔｈｉｒｔｙ',
      'ｖｉｅｒｚｉｇ|ｄｒｅｉßｉｇ',
      'ｃｕａｒｅｎｔａ|ｔｒｅｉｎｔａ',
    ),
  ),
  remarked(
    'adds a percentage in words',
    inOrder(
      [37, 53],
      '37 pour cent de remise|53 pour cent de remise',
      '37 per cent off|53 per cent off',
      '37 Prozent Rabatt|53 Prozent Rabatt',
      '37 por ciento de descuento|53 por ciento de descuento',
    ),
  ),
  remarked(
    'adds a percentage in words alone',
    inOrder(
      [40, 70],
      'remise de quarante pour cent|remise de soixante-dix pour cent',
      'forty percent off|seventy percent off',
      'vierzig Prozent Rabatt|siebzig Prozent Rabatt',
      'cuarenta por ciento de descuento|setenta por ciento de descuento',
    ),
  ),
  remarked(
    'adds another amount',
    inOrder(
      [37, 53],
      'soit 37 € de plus|soit 53 € de plus',
      'plus $37|plus $53',
      'zuzüglich 37 €|zuzüglich 53 €',
      'más 37 €|más 53 €',
    ),
  ),
  remarked(
    'adds another duration',
    inOrder(
      [9, 11, 13],
      'en neuf jours|en onze jours|en treize jours',
      'in nine days|in eleven days|in thirteen days',
      'in neun Tagen|in elf Tagen|in dreizehn Tagen',
      'en nueve días|en once días|en trece días',
    ),
  ),
];
