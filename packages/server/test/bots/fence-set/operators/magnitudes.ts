import { hasNear, quantitiesIn, type Quantity } from '../reading/quantities';
import { UNITS, type Unit } from '../reading/units';
import { hasValue } from '../reading/values';
import type { Operator, Passage } from '../types';
import { everywhere, onQuantity, type Words } from './changes';

const isGlued = (text: string): boolean => !text.startsWith(' ');
const isWord = ({ number }: Quantity): boolean => !/\d/.test(number);

/** Puts a magnitude between the number and its unit. */
const magnified = (name: string, factor: number, words: Words): Operator =>
  onQuantity(name, (quantity, { passage }) => {
    const { before, number, value, after } = quantity;
    const added = words[passage.language];
    if (hasValue(passage, value * factor) || (isWord(quantity) && isGlued(added))) return null;
    return before + number + added + after;
  });

const isSigned = (passage: Passage, { value }: Quantity): boolean =>
  new RegExp(`(?:[-−–]|minus |moins |menos )\\s?${String(value).replace('.', '[.,]')}(?!\\d)`).test(
    passage.text,
  );

/** Puts words around a quantity that has no sign in the passage. */
const around = (name: string, words: Words): Operator =>
  onQuantity(name, (quantity, { text, passage }) => {
    const pattern = words[passage.language];
    const isBehindSign = /(?:[-−–]|minus|moins|menos)\s?$/.test(text.slice(0, quantity.index));
    if (isSigned(passage, quantity) || isBehindSign) return null;
    return isWord(quantity) && /[-−]#/.test(pattern)
      ? null
      : pattern.replace('#', () => quantity.text);
  });

const CURRENCIES: readonly Unit[] = ['euro', 'dollar', 'pound', 'franc'];

/** Says how often an amount is due, or for how much of a thing. */
const due = (name: string, unit: Unit, words: Words): Operator =>
  onQuantity(name, (quantity, { text, passage }) =>
    CURRENCIES.includes(quantity.unit) &&
    !text.startsWith('/', quantity.index + quantity.text.length) &&
    !hasNear(passage, quantity.value, UNITS[unit], 24)
      ? quantity.text + words[passage.language]
      : null,
  );

export const MAGNITUDE_OPERATORS: readonly Operator[] = [
  magnified('adds the letter k', 1e3, everywhere('k')),
  magnified('adds the letter M', 1e6, everywhere('M')),
  magnified('adds the word thousand', 1e3, {
    fr: ' mille',
    en: ' thousand',
    de: ' Tausend',
    es: ' mil',
  }),
  magnified('adds the word million', 1e6, {
    fr: ' millions',
    en: ' million',
    de: ' Millionen',
    es: ' millones',
  }),
  magnified('adds the word billion', 1e9, {
    fr: ' milliards',
    en: ' billion',
    de: ' Milliarden',
    es: ' mil millones',
  }),
  magnified('adds an abbreviated million', 1e6, {
    fr: ' M.',
    en: ' mn',
    de: ' Mio.',
    es: ' mill.',
  }),
  magnified('adds the word hundred', 100, {
    fr: ' cents',
    en: ' hundred',
    de: ' Hundert',
    es: ' cientos de',
  }),
  magnified('adds an exponent', 1e3, everywhere('e3')),
  magnified('adds a power of ten', 1e3, everywhere('×10³')),
  magnified('adds a power of ten with a caret', 1e3, everywhere(' * 10^3')),
  around('adds the word minus', { fr: 'moins #', en: 'minus #', de: 'minus #', es: 'menos #' }),
  around('adds a minus sign', everywhere('−#')),
  around('adds a hyphen as the sign', everywhere('-#')),
  around('calls a quantity negative', {
    fr: '# négatifs',
    en: 'negative #',
    de: 'negative #',
    es: '# negativos',
  }),
  around('puts a quantity below zero', {
    fr: '# en dessous de zéro',
    en: '# below zero',
    de: '# unter null',
    es: '# bajo cero',
  }),
  around('takes half of a quantity', {
    fr: 'la moitié de #',
    en: 'half of #',
    de: 'die Hälfte von #',
    es: 'la mitad de #',
  }),
  around('takes a third of a quantity', {
    fr: 'un tiers de #',
    en: 'a third of #',
    de: 'ein Drittel von #',
    es: 'un tercio de #',
  }),
  around('takes a quantity twice', {
    fr: 'deux fois #',
    en: 'twice #',
    de: 'zweimal #',
    es: 'dos veces #',
  }),
  around('takes double of a quantity', {
    fr: 'le double de #',
    en: 'double #',
    de: 'doppelt so viel wie #',
    es: 'el doble de #',
  }),
  around('takes a quantity three times', {
    fr: 'trois fois plus que #',
    en: 'three times as much as #',
    de: 'dreimal so viel wie #',
    es: 'el triple de #',
  }),
  around('multiplies a quantity by a number', everywhere('12 × #')),
  around('adds a half to a quantity', {
    fr: '# et demi',
    en: '# and a half',
    de: '# und ein halbes',
    es: '# y medio',
  }),
  due('adds that an amount is due every hour', 'hour', {
    fr: ' toutes les heures',
    en: ' every hour',
    de: ' jede Stunde',
    es: ' cada hora',
  }),
  due('adds that an amount is due daily', 'day', {
    fr: ' chaque jour',
    en: ' daily',
    de: ' täglich',
    es: ' diarios',
  }),
  due('adds that an amount is due per kilogram', 'kilogram', {
    fr: ' le kilo',
    en: ' per kilo',
    de: ' je Kilo',
    es: ' el kilo',
  }),
  {
    name: 'drops the sign of a temperature',
    apply: ({ text, passage }) => {
      const made = text.replace(/(?:[-−]|minus |moins |menos )(?=\d+ ?(?:°C|Grad))/, '');
      const sentence = { text: made, passage };
      const values = new Set(quantitiesIn(sentence).map(({ value }) => value));
      const isKnown = quantitiesIn({ text: passage.text, passage }).some(
        ({ unit, value }) => unit === 'degree' && values.has(value),
      );
      return made === text || isKnown ? null : made;
    },
  },
];
