import { expect, it } from 'vitest';
import { createPassageIndex } from '../../src/bots/knowledge/passage-index';
import { splitDocument } from '../../src/bots/knowledge/split';
import { questionParts } from '../../src/bots/knowledge/matching/question-parts';

const textOf = (markdown: string) =>
  splitDocument(markdown)
    .map(({ text }) => text)
    .join('\n\n');

it.each([
  [
    'entities',
    'Fish &amp; chips cost 5&nbsp;&euro; &#8211; &lt;b&gt;',
    'Fish & chips cost 5\u00A0€ – <b>',
  ],
  ['a script', 'One.\n\n<script type="x">\nalert(1)\n</script>\n\nTwo.', 'One.\n\nTwo.'],
  [
    'a script that is only named',
    'Put the `<script src="x">` tag into the page. İİ\n\nReturns take 30 days.',
    'Put the `` tag into the page. İİ\n\nReturns take 30 days.',
  ],
  [
    'a script with an end of another element',
    'One. <script>"</style>"</script> Two.',
    'One.  Two.',
  ],
  ['a style', 'One. <style>p { color: red }</style> Two.', 'One.  Two.'],
  [
    'emphasis with underlines',
    'It is _really_ free, snake_case is not.',
    'It is really free, snake_case is not.',
  ],
  ['a quote in a quote', '> > Closed on Monday.', 'Closed on Monday.'],
  ['a box', '> [!NOTE]\n> Closed on Monday.', ' Closed on Monday.'],
])('shows %s as visitors read it', (_, markdown, text) =>
  expect(textOf(markdown).trim()).toBe(text.trim()),
);

it('keeps an entity that would hide something', () => {
  expect(textOf('a&#8238;b &#0; &#xD800; &unknown;')).toBe('a&#8238;b &#0; &#xD800; &unknown;');
});

const filler = (n: number) =>
  `Paragraph ${n} tells about the garden and the weather of the year, at length.`;

it('marks where a quote leaves something out', async () => {
  const index = createPassageIndex();
  const fillers = [1, 2, 3, 4, 5, 6, 7].map(filler).join(' ');
  const text = `# Parcels\n\nA parcel to Norway costs 12 euros. ${fillers} Insurance for Norway is included.`;
  const document = { documentId: 'd', revision: 1, title: 'T', url: null, locale: 'en' };
  for (const [place, part] of splitDocument(text).entries()) index.add(document, place, part);
  const [best] = await index.search('How much is insurance and a parcel to Norway?');
  expect(best?.quote).toMatch(/12 euros\.[^]*\[…\]\nInsurance for Norway/);
  expect(best?.quote).not.toMatch(/\n /);
});

it('takes a subject and its question together, however many marks there are', () => {
  expect(questionParts('gift wrapping??? how much???').map(({ text }) => text)).toEqual([
    'gift wrapping??? how much???',
  ]);
});
