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
