import type { Operator } from '../types';
import { inOrder, written } from './choices';

export const DISGUISED_WORD_OPERATORS: readonly Operator[] = [
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
];
