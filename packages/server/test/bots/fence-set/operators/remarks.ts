import type { Operator } from '../types';
import { withRemark } from './changes';
import { choose, inOrder, type ChoicesByLanguage } from './choices';

/** Adds a remark with a number to any sentence. */
const remarked = (name: string, choices: ChoicesByLanguage): Operator => ({
  name,
  apply: (sentence) => {
    const remark = choose(sentence, choices);
    return remark ? withRemark(sentence, remark) : null;
  },
});

export const REMARK_OPERATORS: readonly Operator[] = [
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
