import { describe, expect, it } from 'vitest';
import { systemLine } from '../../../src/conversations/rules/system-lines';
import { resolveLocale } from '../../../src/platform/locale';

describe('the locale of system lines', () => {
  it.each([
    ['fr', 'en', 'fr'],
    ['en', 'fr', 'en'],
    ['fr-CA', 'en', 'fr'],
    ['EN_us', 'fr', 'en'],
    ['de', 'en', 'en'],
    ['de', 'en-GB', 'en'],
    ['de', 'es', 'fr'],
    ['frr', 'en', 'en'],
    ['', 'en', 'en'],
    [undefined, undefined, 'fr'],
    [null, null, 'fr'],
  ])('resolves the locale %s with the default %s to %s', (requested, fallback, expected) => {
    expect(resolveLocale(requested, fallback)).toBe(expected);
  });
});

describe('system lines', () => {
  const paris = { nextOpenAt: Date.parse('2026-11-24T08:00:00Z'), timezone: 'Europe/Paris' };

  it('names the operator who joined or took over', () => {
    expect(systemLine('joined', 'fr', { name: 'Zoé' })).toBe('Zoé a rejoint la conversation.');
    expect(systemLine('joined', 'en', { name: 'Zoé' })).toBe('Zoé has joined the conversation.');
    expect(systemLine('transferred', 'fr', { name: 'Zoé' })).toContain('Zoé');
    expect(systemLine('transferred', 'en', { name: 'Zoé' })).toContain('Zoé');
  });

  it('tells when an operator will be there, in the tenant’s time', () => {
    expect(systemLine('waiting_offline', 'fr', paris)).toContain('mardi 24 novembre à 09:00 UTC+1');
    expect(systemLine('waiting_offline', 'en', paris)).toMatch(
      /Tuesday,? 24 November at 09:00 (CET|GMT\+1)/,
    );
  });

  it('promises no time when none is known', () => {
    const unknown = { ...paris, nextOpenAt: null };
    expect(systemLine('waiting_offline', 'fr', unknown)).toMatch(/dès que possible\.$/);
    expect(systemLine('waiting_offline', 'en', unknown)).toMatch(/as soon as possible\.$/);
  });

  it('has every system line in both languages', () => {
    const lines = (locale: 'fr' | 'en') => [
      systemLine('waiting', locale),
      systemLine('left', locale),
      systemLine('resolved', locale),
      systemLine('bot_unavailable', locale),
    ];
    expect(new Set([...lines('fr'), ...lines('en')]).size).toBe(8);
  });

  it('has typographic apostrophes', () => {
    const unknown = { nextOpenAt: null, timezone: 'Europe/Paris' };
    const lines = [
      systemLine('waiting_offline', 'fr', unknown),
      systemLine('waiting_offline', 'fr', paris),
      systemLine('resolved', 'fr'),
      systemLine('bot_unavailable', 'fr'),
    ];
    expect(lines.filter((line) => line.includes("'") || !line.includes('’'))).toEqual([]);
  });
});
