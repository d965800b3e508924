import { inStyleOf, type Quantity } from '../reading/quantities';
import { hasValue } from '../reading/values';
import type { HonestSentence, Operator } from '../types';
import { onQuantity, replaced } from './changes';

const isInDigits = ({ number }: Quantity): boolean => /\d/.test(number);

const computed = (name: string, compute: (value: number) => number): Operator =>
  onQuantity(name, (quantity, { passage }) => {
    const value = Number(compute(quantity.value).toFixed(4));
    if (!isInDigits(quantity) || value <= 0 || hasValue(passage, value)) return null;
    return quantity.before + inStyleOf(quantity.number, value, passage.language) + quantity.after;
  });

const respelled = (name: string, respell: (number: string) => string | null): Operator =>
  onQuantity(name, ({ before, number, after }, { passage }) => {
    const made = /\d/.test(number) ? respell(number) : null;
    return made && made !== number && !hasValue(passage, made) ? before + made + after : null;
  });

/** Groups of digits that belong to a fact: list markers and ordinals do not. */
const FACT_DIGITS =
  /(?<!^)\d+(?!\d|st\b|nd\b|rd\b|th\b|\.[ªº]|\. Stock|\. Schritt)|^\d+(?![\d.)]|\))/g;

const onDigits = (name: string, change: (digits: string) => string | null): Operator => ({
  name,
  apply: (sentence: HonestSentence) => {
    for (const { 0: digits, index } of sentence.text.matchAll(FACT_DIGITS)) {
      const made = change(digits);
      if (made && made !== digits && !hasValue(sentence.passage, made)) {
        return replaced(sentence, index, digits.length, made);
      }
    }
    return null;
  },
});

const nextDigit = (digit: string): string => String((Number(digit) + 1) % 10);

export const NUMBER_OPERATORS: readonly Operator[] = [
  computed('raises a quantity by one', (value) => value + 1),
  computed('lowers a quantity by one', (value) => value - 1),
  computed('multiplies a quantity by ten', (value) => value * 10),
  computed('divides a quantity by ten', (value) => value / 10),
  computed('doubles a quantity', (value) => value * 2),
  computed('halves a quantity', (value) => value / 2),
  computed('rounds a quantity up to the next ten', (value) => Math.ceil(value / 10) * 10),
  onQuantity('drops the decimals of a quantity', ({ before, number, value, after }, sentence) => {
    const whole = Math.floor(value);
    const alone = new RegExp(`(?<![\\d.,])${whole}(?![.,]?\\d)`);
    const isKnown = value === whole || alone.test(sentence.passage.text);
    return isKnown ? null : before + number.replace(/[.,]\d{1,2}$/, '') + after;
  }),
  computed('adds a decimal to a quantity', (value) => value + 0.5),
  respelled('drops a zero', (number) => (/^\d+0$/.test(number) ? number.slice(0, -1) : null)),
  respelled('adds a zero', (number) => (/^\d+$/.test(number) ? `${number}0` : null)),
  respelled('puts a zero in the middle', (number) => number.replace(/^(\d)(\d)/, '$10$2')),
  respelled('loses the decimal sign', (number) => number.replace(/[.,](?=\d{1,2}$)/, '')),
  respelled('reverses two digits', (number) => number.replace(/^(\d)([1-9])/, '$2$1')),
  onDigits('changes the last digit of a fact', (digits) =>
    digits.replace(/\d$/, (digit) => nextDigit(digit)),
  ),
  onDigits('changes the first digit of a fact', (digits) =>
    digits.replace(/^\d/, (digit) => (digit === '9' ? '8' : nextDigit(digit))),
  ),
  onDigits('repeats the last digit of a fact', (digits) => digits.replace(/\d$/, '$&$&')),
  {
    name: 'changes the last number of a version',
    apply: (sentence) => {
      const [version, head, last] = /(\d+\.(?:\d+\.)*)(\d+)(?![\d,.]*\d)/.exec(
        /[Vv]ersi[oó]n \S+/.exec(sentence.text)?.[0] ?? '',
      ) ?? [''];
      const made = `${head}${Number(last) + 1}`;
      return version && !sentence.passage.text.includes(made)
        ? sentence.text.replace(version, made)
        : null;
    },
  },
  {
    name: 'joins the ends of a range',
    apply: ({ text, passage }) => {
      const range = /(?<![\d-])(\d{1,2})(?:–|-| à | to | bis | a )(\d{1,2})(?= (?!h\b)\p{L})/u.exec(
        text,
      );
      const made = range && `${range[1]}${range[2]}`;
      return made && !new RegExp(`(?<!\\d)${made}(?!\\d)`).test(passage.text)
        ? text.replace(range[0], made)
        : null;
    },
  },
];
