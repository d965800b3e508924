import { hasNear, quantitiesIn } from '../reading/quantities';
import { UNITS, type Unit } from '../reading/units';
import type { Operator } from '../types';
import { everywhere, onQuantity, replaced, type Words } from './changes';

/** Gives the number another unit, behind it. */
const reunited = (name: string, from: readonly Unit[], to: Unit | RegExp, words: Words): Operator =>
  onQuantity(name, ({ number, value, unit }, { passage }) => {
    const pattern = typeof to === 'string' ? UNITS[to] : to.source;
    if (!from.includes(unit) || hasNear(passage, value, pattern)) return null;
    return `${number} ${words[passage.language]}`;
  });

const CURRENCIES: readonly Unit[] = ['euro', 'dollar', 'pound', 'franc'];
const words = (fr: string, en: string, de: string, es: string): Words => ({ fr, en, de, es });

const PERIODS: Record<string, Words> = {
  hour: words('par heure', 'per hour', 'pro Stunde', 'por hora'),
  day: words('par jour', 'per day', 'pro Tag', 'al día'),
  month: words('par mois', 'per month', 'pro Monat', 'al mes'),
  year: words('par an', 'per year', 'pro Jahr', 'al año'),
};
const PERIOD =
  /(?:par|per|pro|por|al?|im|und|la|\/)\s?(?:mois|an|heure|minute|month|year|hour|Monat|Jahr|Stunde|Minute|mes|año|hora|minuto)(?!\p{L})/u;

const perAnother = (period: keyof typeof PERIODS): Operator => ({
  name: `makes an amount be paid per ${period}`,
  apply: (sentence) => {
    const [quantity] = quantitiesIn(sentence).filter(({ unit }) => CURRENCIES.includes(unit));
    const found = PERIOD.exec(sentence.text);
    const made = PERIODS[period]?.[sentence.passage.language];
    if (!quantity || !found || !made || hasNear(sentence.passage, quantity.value, made, 24))
      return null;
    const isSame = new RegExp(UNITS[period as Unit], 'iu').test(found[0]);
    return isSame
      ? null
      : replaced(
          sentence,
          found.index,
          found[0].length,
          found[0].startsWith('/') ? ` ${made}` : made,
        );
  },
});

export const UNIT_OPERATORS: readonly Operator[] = [
  reunited(
    'turns a duration into weeks',
    ['workday', 'minute', 'hour', 'day', 'month', 'year'],
    'week',
    words('semaines', 'weeks', 'Wochen', 'semanas'),
  ),
  reunited(
    'turns a duration into days',
    ['minute', 'hour', 'week', 'month', 'year'],
    'day',
    words('jours', 'days', 'Tage', 'días'),
  ),
  reunited(
    'turns a duration into months',
    ['minute', 'hour', 'day', 'week', 'year'],
    'month',
    words('mois', 'months', 'Monate', 'meses'),
  ),
  reunited(
    'turns a duration into minutes',
    ['workday', 'hour', 'day', 'week', 'month', 'year'],
    'minute',
    words('minutes', 'minutes', 'Minuten', 'minutos'),
  ),
  reunited('turns an amount into dollars', ['euro', 'pound', 'franc'], 'dollar', everywhere('$')),
  reunited('turns an amount into euros', ['dollar', 'pound', 'franc'], 'euro', everywhere('€')),
  reunited(
    'names another currency in words',
    CURRENCIES,
    /yens?|yenes/,
    words('yens', 'yen', 'Yen', 'yenes'),
  ),
  reunited(
    'names another currency in another language',
    CURRENCIES,
    /rupees|roupies|Rupien|rupias/,
    words('Rupien', 'roupies', 'rupias', 'rupees'),
  ),
  reunited('writes another currency code', CURRENCIES, /AUD/, everywhere('AUD')),
  reunited(
    'turns an amount into cents',
    CURRENCIES,
    /cents|centimes|Cent|céntimos/,
    words('centimes', 'cents', 'Cent', 'céntimos'),
  ),
  reunited('turns an amount into a percentage', CURRENCIES, 'percent', everywhere('%')),
  reunited('turns a percentage into an amount', ['percent'], 'euro', everywhere('€')),
  reunited('turns a percentage into a per mille', ['percent'], /‰/, everywhere('‰')),
  reunited('turns a mass into another one', ['kilogram'], 'gram', everywhere('g')),
  reunited('turns grams into kilograms', ['gram'], 'kilogram', everywhere('kg')),
  reunited(
    'turns a length into miles',
    ['kilometre', 'metre', 'centimetre'],
    /miles|Meilen|millas/,
    words('miles', 'miles', 'Meilen', 'millas'),
  ),
  reunited(
    'turns a length into another metric one',
    ['kilometre', 'centimetre', 'squareMetre'],
    'metre',
    everywhere('m'),
  ),
  reunited('turns a volume into millilitres', ['litre'], /ml/, everywhere('ml')),
  reunited('turns gigabytes into terabytes', ['gigabyte'], /T[Bo]/, words('To', 'TB', 'TB', 'TB')),
  reunited('turns a bandwidth into gigabits', ['megabit'], /Gbit\/s/, everywhere('Gbit/s')),
  reunited('turns Celsius into Fahrenheit', ['degree'], /°F/, everywhere('°F')),
  reunited('turns watts into kilowatts', ['watt', 'wattHour'], /kWh?/, everywhere('kW')),
  ...Object.keys(PERIODS).map(perAnother),
];
