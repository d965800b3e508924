import { LANGUAGES } from '@chat-relay/widget-sdk/languages';
import { describe, expect, it } from 'vitest';
import { isRelayLine, placesOf } from '../../../src/tenants/texts/keys';
import { LINES, say, voiceOf } from '../../../src/tenants/texts/voice';
import { WIDGET_TEXTS } from '@chat-relay/widget-sdk/texts';

describe('the lines of the relay', () => {
  it.each(LANGUAGES)('have the keys and places of English in %s, and no empty text', (language) => {
    const shape = (lines: Record<string, string>) =>
      Object.entries(lines).map(([key, line]) => [
        key,
        line.trim() !== '',
        placesOf(line).toSorted(),
      ]);
    expect(shape(LINES[language])).toEqual(shape(LINES.en));
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are translated in %s', (language) => {
    const english: Record<string, string> = LINES.en;
    const same = Object.entries(LINES[language]).filter(([key, line]) => english[key] === line);
    expect(same.map(([key]) => key)).toEqual([]);
  });

  it('keep French signs with the word before them', () => {
    expect(Object.values(LINES.fr).filter((line) => / [?!:;»%]|« /.test(line))).toEqual([]);
  });

  it('share no key with the widget, because a tenant replaces both by key', () => {
    expect(Object.keys(WIDGET_TEXTS.en).filter(isRelayLine)).toEqual([]);
  });

  it('are in the language of the session, with the tenant\u2019s words where it has some', () => {
    const tenant = { defaultLocale: 'nl', texts: { de: { lineJoined: 'Hallo, hier {name}.' } } };
    const name = '$& Ada';
    expect(say(voiceOf(tenant, 'de_AT'), 'lineJoined', { name })).toBe('Hallo, hier $& Ada.');
    expect(say(voiceOf(tenant, 'de'), 'botName')).toBe('Automatischer Assistent');
    expect(say(voiceOf(tenant, 'den'), 'botName')).toBe('Automatische assistent');
  });
});
