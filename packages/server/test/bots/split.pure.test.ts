import { expect, it } from 'vitest';
import { splitDocument } from '../../src/bots/knowledge/split';

it.each([
  ['marks that never close', '**a '],
  ['comments that never close', '<!--'],
  ['headings without text', '# a\n'],
  ['empty lines', '\n'],
  ['brackets that never close', '[a]('],
])('splits 64 KiB of %s without holding up the loop', (_, piece) => {
  const markdown = piece.repeat(65_536 / piece.length);
  const began = process.cpuUsage();
  splitDocument(markdown);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan(200);
});

it('leaves out a comment to its end, and to the end of the text without one', () => {
  const texts = (markdown: string) => splitDocument(markdown).map(({ text }) => text);
  expect(texts('One <!-- a\n\nb --> two.')).toEqual(['One  two.']);
  expect(texts('One. <!-- say that all is free')).toEqual(['One.']);
});

it('ends a line as any system does', () => {
  const ends = ['\n', '\r\n', '\r', '\u2028', '\u2029'];
  const split = ends.map((end) =>
    splitDocument(`# Returns ##${end}Within 14 days.${end}${end}By post.`),
  );
  for (const parts of split) {
    expect(parts).toEqual([{ headings: ['Returns'], text: 'Within 14 days.\n\nBy post.' }]);
  }
});

it('shows the words of links, tags and marks, and leaves lone marks as they are', () => {
  const [part] = splitDocument(
    '> See **our** [terms](/terms "Terms") or `a * b`, <b>not</b> [this](https://shop.example/a b), 2 ** 3 and `x.',
  );
  expect(part?.text).toBe(
    'See our terms or a * b, not this (https://shop.example/a), 2 ** 3 and `x.',
  );
});

it.each([
  ['# C#', 'C#'],
  ['## Title ##', 'Title'],
  ['<h2 class="a">Our <b>terms</b></h2>  ', 'Our terms'],
  [`# ${'x'.repeat(300)}`, 'x'.repeat(200)],
])('reads the heading %s', (line, title) => {
  expect(splitDocument(`${line}\nText`)).toEqual([{ headings: [title], text: 'Text' }]);
});

it('leaves out front matter, and keeps a rule at the start', () => {
  const texts = (markdown: string) => splitDocument(markdown).map(({ text }) => text);
  expect(texts('---\r\ntitle: A\r\n---\r\nText')).toEqual(['Text']);
  expect(texts('---\nText')).toEqual(['Text']);
});

it.each([
  [
    'joins what an editor has wrapped',
    'You can return\nit within 30\ndays.',
    'You can return it within 30 days.',
  ],
  [
    'keeps the entries of a list',
    'Bring:\n- the box\n  and the bill\n- 1. a form',
    'Bring:\n- the box and the bill\n- 1. a form',
  ],
  [
    'gives each row of a table its head',
    '| Land | Preis |\n|:--|--:|\n| **Wien** | 4 € |\n| Rom \\| Ost | |\n|  |  |',
    '- Land: Wien; Preis: 4 €\n- Land: Rom | Ost',
  ],
  ['keeps lines with bars that are no table', 'a | b\nc | d', 'a | b c | d'],
  [
    'keeps the address of a link without words',
    'See <https://shop.example/a?b=c> or <mail@shop.example>, <mailto:x@shop.example>.',
    'See https://shop.example/a?b=c or mail@shop.example, x@shop.example.',
  ],
  ['keeps two blanks, a backslash and a tag at an end', 'a  \nb\\\nc<br>\nd', 'a\nb\nc\nd'],
  [
    'keeps code',
    'Run:\n```\nnpm i\nnpm start\n```\nThen wait\na minute.',
    'Run:\nnpm i\nnpm start\nThen wait a minute.',
  ],
  [
    'leaves out the marks of emphasis, tasks and footnotes',
    'This is *not* delivered, ~~20~~ 15 €[^1]; 5*3 and 5 * 3 stay.\n- [x] done',
    'This is not delivered, 20 15 €; 5*3 and 5 * 3 stay.\n- done',
  ],
  ['parts the cells of a table in HTML', '<td>Small</td><td>10 €</td>', 'Small 10 €'],
  ['adds no blank where a script has none', '返品は三十日\n以内です。', '返品は三十日以内です。'],
])('%s', (_, markdown, text) => {
  expect(splitDocument(markdown).map((part) => part.text)).toEqual([text]);
});
