import { describe, expect, it } from 'vitest';
import { systemLine } from '../../../src/conversations/rules/system-lines';
import { voiceIn } from '../../support/conversations';

describe('system lines', () => {
  const paris = { nextOpenAt: Date.parse('2026-11-24T08:00:00Z'), timezone: 'Europe/Paris' };

  it('names the operator who joined or took over', () => {
    expect(systemLine('joined', voiceIn('fr'), { name: 'Zoé' })).toBe(
      'Zoé a rejoint la conversation.',
    );
    expect(systemLine('joined', voiceIn('en'), { name: 'Zoé' })).toBe(
      'Zoé has joined the conversation.',
    );
    expect(systemLine('transferred', voiceIn('fr'), { name: 'Zoé' })).toContain('Zoé');
    expect(systemLine('transferred', voiceIn('en'), { name: 'Zoé' })).toContain('Zoé');
  });

  it('tells when an operator will be there, in the tenant’s time', () => {
    expect(systemLine('waiting_offline', voiceIn('fr'), paris)).toContain(
      'mardi 24 novembre à 09:00 UTC+1',
    );
    expect(systemLine('waiting_offline', voiceIn('en'), paris)).toMatch(
      /Tuesday,? 24 November at 09:00 (CET|GMT\+1)/,
    );
  });

  it('promises no time when none is known', () => {
    const unknown = { ...paris, nextOpenAt: null };
    expect(systemLine('waiting_offline', voiceIn('fr'), unknown)).toMatch(/dès que possible\.$/);
    expect(systemLine('waiting_offline', voiceIn('en'), unknown)).toMatch(/as soon as possible\.$/);
  });

  it('has every system line in both languages', () => {
    const lines = (locale: 'fr' | 'en') => [
      systemLine('waiting', voiceIn(locale)),
      systemLine('left', voiceIn(locale)),
      systemLine('resolved', voiceIn(locale)),
      systemLine('bot_unavailable', voiceIn(locale)),
    ];
    expect(new Set([...lines('fr'), ...lines('en')]).size).toBe(8);
  });

  it('has typographic apostrophes', () => {
    const unknown = { nextOpenAt: null, timezone: 'Europe/Paris' };
    const lines = [
      systemLine('waiting_offline', voiceIn('fr'), unknown),
      systemLine('waiting_offline', voiceIn('fr'), paris),
      systemLine('resolved', voiceIn('fr')),
      systemLine('bot_unavailable', voiceIn('fr')),
    ];
    expect(lines.filter((line) => line.includes("'") || !line.includes('’'))).toEqual([]);
  });
});
