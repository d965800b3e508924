import { describe, expect, it } from 'vitest';
import { chooseLanguage, directionOf } from '../src/languages';

describe('the language of a chat', () => {
  it.each([
    ['de', 'fr', 'de'],
    ['pt-BR', 'fr', 'pt'],
    ['de_CH', 'fr', 'de'],
    ['EN-us', 'fr', 'en'],
    ['zh-Hant-TW', 'it', 'it'],
    ['ja', 'nl-BE', 'nl'],
    ['ja', 'ja', 'en'],
    ['ger', 'fr', 'de'],
    // Slave, Northern Frisian and Aragonese begin like German, French and Arabic.
    ['den', 'en', 'en'],
    ['frr', 'en', 'en'],
    ['arg', 'es', 'es'],
    ['not a language', 'ar', 'ar'],
    ['constructor', 'de', 'de'],
    ['', 'de', 'de'],
    [null, undefined, 'en'],
  ])('of a session in %j at a tenant in %j is %s', (session, tenant, expected) => {
    expect(chooseLanguage(session, tenant)).toBe(expected);
  });

  it('is written from right to left in Arabic alone', () => {
    expect(directionOf(chooseLanguage('ar-EG'))).toBe('rtl');
    expect(directionOf(chooseLanguage('he'))).toBe('ltr');
  });
});
