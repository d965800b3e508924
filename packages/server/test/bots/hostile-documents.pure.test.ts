import { describe, expect, it } from 'vitest';
import { splitDocument } from '../../src/bots/knowledge/split';

const KIB_64 = 65_536;
/** Limit in ms of processor time: as long as a turn of the event loop may take. */
const MOST_MS = 50;
/**
 * Four times the text takes about four times as long, and sixteen times with a quadratic step. Larger than any document,
 * because the first collections of garbage make a jump below that.
 */
const LONGER = 4;
const MOST_GROWTH = 8;
/** Shorter times say nothing about growth, and are no harm. */
const LEAST_MEASURED_MS = 20;
const TRIES = 5;

const filled = (piece: string, length = KIB_64): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const nested = (open: string, close: string) => (length: number) =>
  filled(open, length / 2) + filled(close, length / 2);

const after = (start: string, piece: string) => (length: number) =>
  (start + filled(piece, length)).slice(0, length);

const indented = (mark: string) => (length: number) =>
  filled(Array.from({ length: 300 }, (_, depth) => `${mark.repeat(depth)}- a\n`).join(''), length);

/** @param columns in each row */
const table = (columns: number, row: string) => (length: number) =>
  `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${filled(row, length - 4 * columns)}`;

const CHARACTERS = Array.from('#*_-`~[]()<>!|:&\\ \n\r\u2028\u2029\t>.@a1"=+{}^漢😀');
const PAIRED = Array.from('#*_`[]()<>!|&\n>a');
const PAIRS = PAIRED.flatMap((a) => PAIRED.filter((b) => b !== a).map((b) => a + b));
const LINES =
  'a\n\n|## \n|- a\n|  - a\n|> a\n|> > a\n|1. a\n|[a](x) |[a](http:x |![a](|[[a]]|[^a]: |<a b="|<td>|<br|<h1>a</h1>\n|<!-- --|<script>|</style><style>|```\n|~~~a\n|**a** |_a_ |&#65;|[!NOTE]\n|:::a\n|a@<|- [ ] '.split(
    '|',
  );

const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(
    [...CHARACTERS, ...PAIRS, ...LINES].map((piece) => [
      JSON.stringify(piece),
      (length: number) => filled(piece, length),
    ]),
  ),
  'nested brackets': nested('[', ']'),
  'nested links': nested('[a](', ')'),
  'nested parentheses in a link': nested('[a]((', '))'),
  'nested elements': nested('<div>', '</div>'),
  'nested angles': nested('<', '>'),
  'nested emphasis': nested('**a ', ' a**'),
  'nested lists': indented(' '),
  'nested quotes': indented('>'),
  'a link without an end': after('[a](http:', 'a'),
  'an attribute without an end': after('<a href="', 'a '),
  'a heading without an end': after('<h1>', '<'),
  'front matter without an end': after('---\n', 'a: b\n'),
  'one long heading': after('# ', '#'),
  'a table of one column': table(1, '|b\n'),
  'a table of a hundred columns': table(100, '|b\n'),
  'a table of a thousand columns': table(1_000, '|b|c|d\n'),
};

function msOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

const splitMs = (text: string): number => msOf(() => splitDocument(text));

/** The least of a few values, fewer once one is below a limit. */
function least(limit: number, valueOf: () => number): number {
  let best = Infinity;
  for (let i = 0; i < TRIES && best >= limit; i++) best = Math.min(best, valueOf());
  return best;
}

describe('splitting the largest document that a tenant may write', () => {
  it('takes no longer than a turn of the event loop, whatever the document repeats', () => {
    const slow = Object.entries(SHAPES)
      .map(([name, shape]) => [name, least(MOST_MS, () => splitMs(shape(KIB_64)))] as const)
      .filter(([, ms]) => ms >= MOST_MS);
    expect(slow).toEqual([]);
  });

  it('takes about four times as long for four times the text', () => {
    const growing = Object.entries(SHAPES).flatMap(([name, shape]) => {
      const text = shape(KIB_64);
      if (least(LEAST_MEASURED_MS, () => splitMs(text)) < LEAST_MEASURED_MS) return [];
      const longer = shape(LONGER * KIB_64);
      const growth = least(MOST_GROWTH, () => splitMs(longer) / splitMs(text));
      return growth >= MOST_GROWTH ? [[name, growth]] : [];
    });
    expect(growing).toEqual([]);
  });
});
