import { describe, expect, it } from 'vitest';
import { createPassageIndex } from '../../src/bots/knowledge/passage-index';
import { splitDocument } from '../../src/bots/knowledge/split';
import { botOver } from './measured-answers';

const WORKSHOP = `# Radwerkstatt

## Preise

| Leistung | Preis |
| --- | --- |
| Kette tauschen | 22 € |
| Bremsen einstellen | 15 € |
| Speiche ersetzen | 19 € |

## Abholung

Fertige Räder können Sie bis 18 Uhr abholen. Danach berechnen wir 1,50 € Standgebühr pro Tag.

## Team

Die Werkstatt liegt am Hafen und hat drei Mechaniker.
`;

const HOTEL = `# Harbour Hotel

## Arrival and departure

Check-out is by 10:30 am.

## Dogs

Dogs are welcome in the Curlew room. A dog costs £12 per stay.

## Breakfast

Breakfast is served from 7:30 in the garden room.
`;

function botOf(content: string) {
  const index = createPassageIndex();
  const document = { documentId: 'd', revision: 1, title: 'D', url: null, locale: null };
  for (const [place, part] of splitDocument(content).entries()) index.add(document, place, part);
  return botOver(index);
}

/** The reply; null: the bot hands over. */
async function replyTo(content: string, text: string, locale: string): Promise<string | null> {
  const decision = await botOf(content)(text, locale);
  return decision.kind === 'reply' ? decision.content : null;
}

describe('a question in the words of a visitor', () => {
  it.each([
    ['has a word that a document writes as two', HOTEL, 'checkout time', 'en', '10:30'],
    [
      'asks for the price of what it asked before',
      HOTEL,
      'Our labrador is part of the family, so can the dog come and what is the charge?',
      'en',
      '£12',
    ],
  ])('is answered if it %s', async (_, content, text, locale, fact) => {
    expect(await replyTo(content, text, locale)).toContain(fact);
  });

  it.each([
    ['a name that no document has', HOTEL, 'Who is the owner of the Harbour Hotel?', 'en'],
    ['a row that the table lacks', WORKSHOP, 'Wie hoch sind die Satteltauschkosten?', 'de'],
  ])('goes to a person if it asks for %s', async (_, content, text, locale) => {
    expect(await replyTo(content, text, locale)).toBeNull();
  });
});
