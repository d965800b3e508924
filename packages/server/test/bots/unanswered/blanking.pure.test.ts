import { describe, expect, it } from 'vitest';
import { blankPersonal, hasWords } from '../../../src/bots/unanswered/blanking';

describe('a text that is about to become public', () => {
  it.each([
    ['Écrivez à jean.dupont+shop@mail.example.fr.', 'Écrivez à ….'],
    ['(élodie@exämple.fr)', '(…)'],
    ['Appelez le 06 12 34 56 78 avant midi', 'Appelez le … avant midi'],
    ['+33 (0)6.12.34.56.78', '…'],
    ['Tel:0612345678', 'Tel:…'],
    ['call +1-555-010-4477!', 'call …!'],
    ['12 34 56 78', '…'],
    ['٠٦١٢٣٤٥٦٧٨', '…'],
    ['commande 2026000123', 'commande …'],
  ])('has no e-mail address or phone number: %s', (text, blanked) => {
    expect(blankPersonal(text, null)).toBe(blanked);
  });

  it.each([
    'De 9 h 30 à 18 h, 7 jours sur 7.',
    'Livré le 12/05/2026 - 14/05/2026, ou le 2026-06-01.',
    'Cela coûte 1 290,50 €.',
    'Un @ seul, et 12 articles.',
  ])('keeps other numbers: %s', (text) => {
    expect(blankPersonal(text, null)).toBe(text);
  });

  it.each([
    ['Bonjour Madame LÉVÊQUE, merci', 'Zoé Leveque', 'Bonjour Madame …, merci'],
    ['Merci Jean-Pierre de la Tour.', 'Jean-Pierre de la Tour', 'Merci ….'],
    ['Le prix de la visite de la tour, Jean', 'Jean de la Tour', 'Le prix de la visite de la …, …'],
    ['Li, le livre est parti', 'Li', '…, le livre est parti'],
    ['王伟您好', '王伟', '…您好'],
    ['Voilà (Zoé) !', 'Zoé (x', 'Voilà (…) !'],
    ['à a A', 'A', 'à a A'],
    ['Bonjour', '  ', 'Bonjour'],
  ])('has no visitor’s name: %s', (text, name, blanked) => {
    expect(blankPersonal(text, name)).toBe(blanked);
  });

  it('is blanked in no time, whatever it says', () => {
    const hostile = ['a', '1', '1 ', '.', '@', 'a.', '…', '('].map((part) => part.repeat(4_000));
    const began = performance.now();
    for (const text of hostile) blankPersonal(text.slice(0, 4_000), 'a'.repeat(80));
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('says something or nothing', () => {
    expect(hasWords('… ?')).toBe(false);
    expect(hasWords('… gift ?')).toBe(true);
  });
});
