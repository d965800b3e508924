import { describe, expect, it } from 'vitest';
import { contentWordsOf, fold, isSameWord, phraseFinder, wordsOf } from '../../src/bots/language';

const word = (text: string) => wordsOf(text)[0]!;

describe('words', () => {
  it('folds words: no case, no accents, no ligatures', () => {
    expect(fold('Œuvre à Çà et LÀ')).toBe('oeuvre a ca et la');
  });

  it.each([
    ['livraison', 'livraisons'],
    ['remboursé', 'remboursement'],
    ['délai', 'delais'],
    ['acceptez', 'accepter'],
    ['orders', 'order'],
    ['opening', 'open'],
    ['PAYMENTS', 'payment'],
  ])('takes %s and %s for the same word', (a, b) =>
    expect(isSameWord(word(a), word(b))).toBe(true),
  );

  it.each([
    ['livraison', 'livre'],
    ['carte', 'card'],
    ['order', 'border'],
  ])('takes %s and %s for different words', (a, b) =>
    expect(isSameWord(word(a), word(b))).toBe(false),
  );

  it('cuts words at apostrophes, hyphens and everything that is no letter or digit', () => {
    expect(wordsOf("L'e-mail n°12 d’Ada!").map(({ text }) => text)).toEqual([
      'l',
      'e',
      'mail',
      'n',
      '12',
      'd',
      'ada',
    ]);
  });

  it('leaves out words that say nothing, unless there is nothing else', () => {
    expect(contentWordsOf('Bonjour, où est ma commande svp ?').map(({ text }) => text)).toEqual([
      'commande',
    ]);
    expect(contentWordsOf('How are you?').map(({ text }) => text)).toEqual(['how', 'are', 'you']);
  });

  it('recognises a phrase only if its words follow each other in order', () => {
    const contains = phraseFinder(wordsOf('Je vais porter une plainte'));
    expect(contains(wordsOf('vais porter'))).toBe(true);
    expect(contains(wordsOf('porter plainte'))).toBe(false);
    expect(contains(wordsOf('plainte porter'))).toBe(false);
    expect(contains(wordsOf('une plainte contre'))).toBe(false);
    expect(contains([])).toBe(false);
  });
});
