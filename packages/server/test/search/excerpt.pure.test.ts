import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../src/search/excerpt';
import { createHitFinder } from '../../src/search/hits';
import { wordsOfQuery } from '../../src/search/words';

/** The excerpt with each hit in brackets. */
function show(query: string, text: string): string {
  const { marks } = createHitFinder(wordsOfQuery(query))(text);
  const excerpt = excerptOf(text, marks);
  let shown = '';
  let end = 0;
  for (const [from, to] of excerpt.marks) {
    shown += `${excerpt.text.slice(end, from)}[${excerpt.text.slice(from, to)}]`;
    end = to;
  }
  return shown + excerpt.text.slice(end);
}

it.each([
  ['a word', 'invoice', 'Where is my invoice?', 'Where is my [invoice]?'],
  ['a beginning', 'inv', 'Where is my invoice?', 'Where is my [invoice]?'],
  ['a word with accents', 'cafe', 'Le Café est fermé', 'Le [Café] est fermé'],
  ['two words', 'my where', 'Where is my invoice?', '[Where] is [my] invoice?'],
  ['an e-mail address', 'ann.lee@sh', 'ann.lee@shop.example', '[ann].[lee]@[shop].example'],
  [
    'a telephone number',
    '0612345678',
    'call +33 (0)6 12 34 56 78.',
    'call +[33 (0)6 12 34 56 78].',
  ],
  ['a number in Arabic digits', '0612345678', 'رقمي ٠٦١٢٣٤٥٦٧٨', 'رقمي [٠٦١٢٣٤٥٦٧٨]'],
  ['Chinese characters', '发货', '什么时候发货呢', '什么时候[发货]呢'],
  ['an Arabic word without its article', 'فاتورة', 'أين الفاتورة', 'أين [الفاتورة]'],
  ['one line of several', 'lyon', 'Hello,\n\n  to Lyon', 'Hello, to [Lyon]'],
  ['a text without bidi controls', 'gpj', 'a \u202egpj\u202c.exe \u2067x', 'a [gpj].exe x'],
])('marks %s', (_, query, text, expected) => {
  expect(show(query, text)).toBe(expected);
});

describe('an excerpt of a long text', () => {
  const long = (around: string) => `${around.repeat(200)} needle ${around.repeat(200)}`;

  it.each([
    ['words', 'some words '],
    ['surrogate pairs', '😀'],
    ['a family of joined emoji', '👨‍👩‍👧‍👦'],
    ['letters with marks', 'e\u0301\u0323'],
    ['flags', '🇫🇷'],
  ])('is cut between characters: %s', (_, around) => {
    const text = long(around);
    const shown = excerptOf(text, createHitFinder([['needle']])(text).marks);
    expect(shown.text.length).toBeLessThanOrEqual(120);
    expect(shown.text.length).toBeGreaterThan(80);
    const [[from, to] = [0, 0]] = shown.marks;
    expect(shown.text.slice(from, to)).toBe('needle');
    const parts = new Set([...new Intl.Segmenter().segment(text)].map(({ segment }) => segment));
    const shownParts = new Intl.Segmenter().segment(shown.text.replaceAll('…', ''));
    for (const { segment } of shownParts) expect(parts).toContain(segment);
  });

  it('stays short for a letter under a thousand marks', () => {
    const text = `${'x\u0301'.repeat(3)}${'\u0301'.repeat(1_000)} needle`;
    const { text: shown } = excerptOf(text, createHitFinder([['needle']])(text).marks);
    expect(shown.length).toBeLessThanOrEqual(120);
    expect(shown).toContain('needle');
  });
});
