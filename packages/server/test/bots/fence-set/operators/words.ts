import type { Operator } from '../types';
import { inOrder, written } from './choices';

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
    'writes another number above seventy as a word',
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
];
