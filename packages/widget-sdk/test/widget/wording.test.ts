import { describe, expect, it } from 'vitest';
import { loadWording, toLocale } from '../../src/widget/wording';

describe('the words of the widget', () => {
  it.each([
    ['en_US', 'en-US'],
    ['de', 'de'],
    ['not a language', 'fr'],
    ['', 'fr'],
  ])('take %j for %s', (written, expected) => {
    expect(toLocale(written)).toBe(expected);
  });

  it.each([
    ['en-GB', 'Open chat', 'ltr'],
    ['ar', 'فتح المحادثة', 'rtl'],
    ['it', 'Ouvrir la discussion', 'ltr'],
    ['constructor', 'Ouvrir la discussion', 'ltr'],
  ])('speak %s', async (locale, launcher, direction) => {
    const wording = await loadWording(locale, {});
    expect([wording.say('launcher'), wording.direction]).toEqual([launcher, direction]);
  });

  it.each(['en', 'es', 'de', 'ar'])(
    'lack nothing in %s, nor a place to fill in',
    async (locale) => {
      const [wording, french] = [await loadWording(locale, {}), await loadWording('fr', {})];
      const fill = { name: 'NAME', count: 7, position: 3, size: 'NAME' };
      for (const key of [
        'launcherUnread',
        'withAgent',
        'waitingAt',
        'typing',
        'tooLong',
        'fileProgress',
        'fileReady',
        'fileRemove',
        'fileRetry',
        'fileTooLarge',
        'tooManyFiles',
        'openPicture',
      ] as const) {
        const filled = french.say(key, fill).match(/NAME|7|3/g);
        expect(wording.say(key, fill).match(/NAME|7|3/g)).toEqual(filled);
      }
    },
  );

  it('are the page\u2019s own where it has some', async () => {
    const wording = await loadWording('en', { withAgent: '{name}, at your service' });
    expect(wording.say('withAgent', { name: '$& Ada' })).toBe('$& Ada, at your service');
    expect(wording.say('close')).toBe('Close chat');
  });
});
