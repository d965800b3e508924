import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/languages';
import { WIDGET_TEXTS } from '../../src/widget/locales/all';
import { loadWording, toLocale } from '../../src/widget/wording';

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

/** Texts that are the same in English. */
const SAME_AS_ENGLISH: Record<string, readonly string[]> = {
  fr: ['messages', 'source'],
  de: ['title'],
  es: ['title'],
  it: ['title', 'fileProgress'],
  pt: ['title', 'fileProgress'],
  nl: ['title', 'fileProgress'],
  ar: ['fileProgress'],
};

describe('the words of the widget', () => {
  it.each([
    ['en_US', 'en-US'],
    [' de ', 'de'],
    ['not a language', undefined],
    ['', undefined],
  ])('take %j for %s', (written, expected) => {
    expect(toLocale(written)).toBe(expected);
  });

  it.each([
    ['en', 'en-GB', 'en-GB', 'Open chat', 'ltr'],
    ['ar', 'ar-EG', 'ar-EG', 'فتح المحادثة', 'rtl'],
    ['it', 'ja', 'it', 'Apri la chat', 'ltr'],
    ['pt', undefined, 'pt', 'Abrir o chat', 'ltr'],
  ] as const)('speak %s to a page in %s', async (language, asked, locale, launcher, direction) => {
    const wording = await loadWording(language, asked, {});
    expect([wording.locale, wording.say('launcher'), wording.direction]).toEqual([
      locale,
      launcher,
      direction,
    ]);
  });

  it.each(LANGUAGES)('have the keys and places of English in %s, and no empty text', (language) => {
    const [own, english] = [WIDGET_TEXTS[language], WIDGET_TEXTS.en];
    const shape = (texts: typeof own) =>
      Object.entries(texts).map(([key, text]) => [key, text.trim() !== '', places(text)]);
    expect(shape(own)).toEqual(shape(english));
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are translated in %s', (language) => {
    const english: Record<string, string> = WIDGET_TEXTS.en;
    const same = Object.entries(WIDGET_TEXTS[language]).filter(
      ([key, text]) => english[key] === text,
    );
    expect(same.map(([key]) => key)).toEqual(SAME_AS_ENGLISH[language]);
  });

  it('keep French signs with the word before them', () => {
    expect(Object.values(WIDGET_TEXTS.fr).filter((text) => / [?!:;»%]|« /.test(text))).toEqual([]);
  });

  it.each(LANGUAGES)('keep the number of the queue with the word before it in %s', (language) => {
    expect(WIDGET_TEXTS[language].waitingAt).toMatch(/\S\u00a0\{position\}$/);
  });

  it('are the page\u2019s own where it has some', async () => {
    const wording = await loadWording('en', 'en', { withAgent: '{name}, at your service' });
    expect(wording.say('withAgent', { name: '$& Ada' })).toBe('$& Ada, at your service');
    expect(wording.say('close')).toBe('Close chat');
  });
});
