import { describe, expect, it } from 'vitest';
import { createPassageIndex, type PassageIndex } from '../../src/bots/knowledge/passage-index';
import { splitDocument } from '../../src/bots/knowledge/split';

function indexOf(...documents: string[]): PassageIndex {
  const index = createPassageIndex();
  for (const [number, content] of documents.entries()) {
    const [, title = ''] = /^# (.*)/m.exec(content) ?? [];
    const document = { documentId: `${number}`, revision: 1, title, url: null, locale: null };
    for (const [place, part] of splitDocument(content).entries()) index.add(document, place, part);
  }
  return index;
}

const GERMAN = `# Hofladen

## Versand

Wir verschicken jeden Dienstag. Die Kosten richten sich nach dem Land, und wir packen alles in Stroh.

| Land | Kosten |
| --- | --- |
| Deutschland | 4,90 € |
| Österreich | 9,90 € |
| Italien | 14,90 € |

Für Inseln berechnen wir einen Zuschlag, den wir vorher mit Ihnen absprechen. Das Stroh nehmen wir gern zurück.
Die Kartons stammen aus alten Beständen und dürfen wieder verwendet werden, solange sie trocken bleiben.

## Führungen

Eine Führung dauert zwei Stunden und kostet 20 Euro. Hunde dürfen mit.`;

const ENGLISH = `# Farm shop

## Tours

A tour takes two hours. It starts at the gate.

## Tickets

Tickets for the harvest festival can be given back until the day before, and you get the whole price.
However, group tickets are never given back. The festival takes place in the large barn, and there are
benches for three hundred guests. Food is sold by six farms of the valley, and the brewery brings its own tent.
The music begins at noon and ends at ten in the evening, because the neighbours want to sleep.`;

const best = async (index: PassageIndex, question: string) => (await index.search(question))[0];

describe('a passage index', () => {
  const index = indexOf(GERMAN, ENGLISH);

  it.each([
    ['a compound by its parts', 'Wie hoch sind die Versandkosten nach Österreich?', '9,90 €'],
    ['a word with a typing error', 'Kosten nach Östereich', '9,90 €'],
    ['umlauts written with an e', 'Versand nach Oesterreich?', '9,90 €'],
    ['a synonym', 'Was kostet die Zustellung nach Italien?', '14,90 €'],
    ['other endings', 'Darf mein Hund mit zur Führung?', 'Hunde dürfen mit'],
    ['an amount, however it is written', 'Führung 20 €', '20 Euro'],
    [
      'a question with words that say nothing',
      'Hi, could you tell me how long a tour takes?',
      'two',
    ],
  ])('finds %s', async (_, question, answer) => {
    expect((await best(index, question))?.quote).toContain(answer);
  });

  it('quotes the row that answers, with its head', async () => {
    const found = await best(index, 'Versandkosten nach Österreich');
    expect(found?.quote).toContain('Land: Österreich; Kosten: 9,90 €');
    expect(found?.confidence).toBeGreaterThanOrEqual(0.5);
  });

  it('quotes a sentence with the one that limits it', async () => {
    const found = await best(index, 'Can I give back tickets for the harvest festival?');
    expect(found?.quote).toContain('However, group tickets are never given back.');
    expect(found!.quote.length).toBeLessThan(600);
  });

  it.each(['Was kostet der Versand nach Island?', 'Do you have tickets for the opera?'])(
    'is uncertain if a word that counts is missing: %s',
    async (question) => {
      expect((await best(index, question))?.confidence).toBeLessThan(0.5);
    },
  );

  it('takes no code for another, and no piece of an address for a word', async () => {
    const codes = indexOf(
      '# Errors\n\n- SQ-310: the card was refused\n- SQ-311: the card has ended\n\nSee https://a.example/b.',
    );
    expect((await best(codes, 'what does SQ-310 mean'))?.confidence).toBeGreaterThan(0.5);
    for (const question of ['what does SQ-320 mean', 'SQ-999 error', 'https', 'example', '%']) {
      expect((await best(codes, question))?.confidence ?? 0, question).toBeLessThan(0.5);
    }
  });

  it('never ends before a sentence that excludes something', async () => {
    const shop = indexOf(
      `# Livraison\n\n${'Le colis part de notre atelier, et un message dit quand il arrive chez vous. '.repeat(5)}La livraison coûte 12 € en Corse. La livraison est offerte dès 80 € en France. Cette offre ne vaut pas pour les vélos. ${'Le livreur appelle avant de venir, et attend devant la porte. '.repeat(4)}`,
    );
    const found = await best(shop, 'La livraison est-elle offerte en France ?');
    expect(found?.quote).toContain('offerte dès 80 €');
    expect(found?.quote).toContain('ne vaut pas pour les vélos');
  });

  it('estimates its memory, and gives it back with the passages', () => {
    const emptied = indexOf(GERMAN, ENGLISH);
    expect(emptied.bytes).toBeGreaterThan(GERMAN.length + ENGLISH.length);
    for (const { documentId } of emptied.documents()) while (emptied.removeOne(documentId));
    expect([emptied.size, emptied.bytes]).toEqual([0, 0]);
  });
});

describe('a quote', () => {
  const filler = (word: string): string =>
    Array.from({ length: 6 }, (_, n) => `${word} ${word}${n} ${word} ${word} ${word}.`).join(' ');
  it.each([
    [
      'fr',
      'Les bons sont remboursés',
      'Sauf les bons offerts.',
      'Comment sont remboursés les bons ?',
    ],
    ['en', 'Vouchers are refunded', 'Except gifts.', 'Are vouchers refunded?'],
    ['de', 'Gutscheine werden erstattet', 'Aber keine Geschenke.', 'Werden Gutscheine erstattet?'],
    ['es', 'Los vales se reembolsan', 'Salvo los regalos.', '¿Se reembolsan los vales?'],
    ['it', 'I buoni si rimborsano', 'Tranne i regali.', 'Si rimborsano i buoni?'],
    ['pt', 'Os vales são reembolsados', 'Exceto os presentes.', 'Os vales são reembolsados?'],
    ['nl', 'Bonnen worden terugbetaald', 'Behalve geschenken.', 'Worden bonnen terugbetaald?'],
    ['ar', 'يتم استرداد القسائم', 'باستثناء الهدايا.', 'هل يتم استرداد القسائم؟'],
  ])('never ends before an exception, in %s', async (locale, rule, exception, question) => {
    const index = createPassageIndex();
    const text = `${filler('lorem')} ${rule}. ${exception} ${filler('ipsum')}`;
    const document = { documentId: 'd', revision: 1, title: 'T', url: null, locale };
    index.add(document, 0, { headings: [], text });
    const found = await best(index, question);
    expect(found?.quote).toContain(`${rule}. ${exception}`);
  });
});
