import { describe, expect, it } from 'vitest';
import { momentOf } from '../../src/terminal/moment';

const NOW_MS = Date.parse('2026-01-31T12:00:00.000Z');

describe('a moment', () => {
  it.each([
    ['90s', '2026-01-31T11:58:30.000Z'],
    ['10m', '2026-01-31T11:50:00.000Z'],
    ['2h', '2026-01-31T10:00:00.000Z'],
    ['7d', '2026-01-24T12:00:00.000Z'],
    ['2026-01-30', '2026-01-30T00:00:00.000Z'],
    ['2026-01-30T10:00Z', '2026-01-30T10:00:00.000Z'],
    ['2026-01-30T10:00:00.250+02:00', '2026-01-30T08:00:00.250Z'],
  ])('reads %s as %s', (text, moment) => {
    expect(momentOf(text, NOW_MS)).toBe(moment);
  });

  it.each(['', 'now', '10', '-5m', '1w', '2026-02-45', '2026-01-30T10:00:00', '12/31/2026'])(
    'refuses %j as a time',
    (text) => {
      expect(() => momentOf(text, NOW_MS)).toThrow(/^A time must be like 10m/);
    },
  );
});
