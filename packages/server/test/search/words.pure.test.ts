import { describe, expect, it } from 'vitest';
import { wordsOf, wordsOfQuery } from '../../src/search/words';

/** Whether a search with this query finds this text, alone. */
function finds(query: string, text: string): boolean {
  const words = [...wordsOf(text)];
  const wanted = wordsOfQuery(query);
  return (
    wanted.length > 0 &&
    wanted.every((starts) => starts.some((start) => words.some((word) => word.startsWith(start))))
  );
}

describe('a search', () => {
  it.each([
    ['a whole word', 'invoice', 'Where is my invoice?'],
    ['the beginning of a word', 'invo', 'Where is my invoice?'],
    ['several words in any order', 'invoice where', 'Where is my invoice?'],
    ['without accents', 'cafe', 'Le Café est fermé'],
    ['with accents', 'CAFÉ', 'le cafe est ferme'],
    ['a ligature', 'coeur', 'mon cœur'],
    ['a German ß', 'hauptstrasse', 'Hauptstraße 5'],
    ['a Turkish İ', 'istanbul', 'İstanbul'],
    ['a word after an apostrophe', 'adresse', 'à l’adresse de ma mère'],
    ['an e-mail address', 'ann.lee@shop.example', 'Write to Ann.Lee@shop.example, please'],
    ['the beginning of an e-mail address', 'ann.lee@sh', 'Write to ann.lee@shop.example'],
    ['an order number', 'FR-1042', 'order fr-1042 is late'],
    ['its digits', '1042', 'order FR-1042 is late'],
    ['a telephone number without spaces', '0612345678', 'call 06 12 34 56 78'],
    ['a telephone number with spaces', '06 12 34', 'call 0612345678'],
    ['a telephone number with other separators', '06.12.34', 'call 06 12 34 56 78'],
    ['a telephone number by its national form', '06 12 34 56 78', 'call +33 6 12 34 56 78'],
    ['a telephone number by its international form', '+33612345678', 'call 06.12.34.56.78'],
    ['a telephone number with brackets', '0612345678', 'tel. +33 (0)6-12-34-56-78'],
    ['a telephone number with the prefix 00', '+33 6 12 34 56 78', 'call 0033612345678'],
    ['a telephone number with dashes of print', '0612345678', 'call 06–12–34–56–78'],
    ['a telephone number after another number', '0612345678', 'order 1042 0612345678 thanks'],
    ['a telephone number before another number', '+33612345678', 'call 0612345678 4711'],
    ['seven digits without the area code', '5551234', '+12125551234'],
    ['the beginning of a long number', '1234567890', 'parcel 1234567890123'],
    ['the name of a mailbox', 'lee', 'Write to ann.lee@shop.example'],
    ['the host of an e-mail address', 'shop.example', 'Write to ann.lee@shop.example'],
    ['a date after a number', '12/05', 'at 3 12/05/2026'],
    ['Arabic without vowel signs', 'فاتورة', 'أين الفَاتُورَة؟'],
    ['Arabic with the article', 'الفاتورة', 'هذه فاتورة'],
    ['Arabic with another form of alef', 'احمد', 'أحمد هنا'],
    ['Arabic digits', '123', 'طلب ١٢٣'],
    ['Hebrew without vowel signs', 'שלום', 'שָׁלוֹם'],
    ['a part of Japanese text', '返品', '商品の返品はできますか'],
    ['a character of Chinese text', '货', '什么时候发货'],
    ['Korean', '배송', '배송은 언제 오나요'],
    ['Thai', 'จัดส่ง', 'เมื่อไหร่จะจัดส่งสินค้า'],
    ['Cyrillic', 'заказ', 'Где мой Заказ?'],
    ['a word of one letter with others', 'a delivery', 'the delivery'],
  ])('finds %s', (_, query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ['the end of a word', 'voice', 'Where is my invoice?'],
    ['a word that is missing', 'invoice parcel', 'Where is my invoice?'],
    ['another number', '1043', 'order FR-1042'],
    ['a telephone number with another end', '0612345679', 'call +33 6 12 34 56 78'],
    ['a telephone number by fewer than its last eight digits', '0712345678', 'call 99 92345678'],
    ['nothing but signs', '?!', 'What?!'],
  ])('does not find %s', (_, query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it('takes at most 500 words of a message, and 32 characters of a word', () => {
    const long = Array.from({ length: 2_000 }, (_, n) => `w${n}`).join(' ');
    expect(wordsOf(long).size).toBe(500);
    expect([...wordsOf('𝒙'.repeat(10) + 'ö'.repeat(100))]).toEqual([
      'x'.repeat(10) + 'o'.repeat(22),
    ]);
    expect(finds('ab'.repeat(40), 'ab'.repeat(60))).toBe(true);
  });
});
