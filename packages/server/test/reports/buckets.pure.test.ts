import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock';
import { bucketBounds, dateOf, startOfDate } from '../../src/reports/buckets';
import { QUARTER_MS } from '../../src/reports/entries';

const lengths = (bounds: number[]) =>
  bounds.slice(1).map((bound, index) => bound - (bounds[index] ?? 0));
const days = (since: string, until: string, timezone: string) =>
  bucketBounds('day', Date.parse(since), Date.parse(until), timezone);
const hours = (since: string, until: string, timezone: string) =>
  bucketBounds('hour', Date.parse(since), Date.parse(until), timezone);
const shown = (bounds: number[]) => bounds.map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('the days of a report', () => {
  it.each([
    ['Europe/Paris', '2026-03-28T12:00Z', '2026-03-30T12:00Z', [24, 23, 24]],
    ['Europe/Paris', '2026-10-24T12:00Z', '2026-10-26T12:00Z', [24, 25, 24]],
    ['America/Havana', '2026-10-31T12:00Z', '2026-11-02T12:00Z', [24, 25, 24]],
    ['Asia/Beirut', '2026-10-24T12:00Z', '2026-10-25T12:00Z', [25, 24]],
    ['Asia/Beirut', '2026-03-28T12:00Z', '2026-03-29T12:00Z', [24, 23]],
    ['Australia/Lord_Howe', '2026-10-03T02:00Z', '2026-10-05T02:00Z', [24, 23.5, 24]],
    ['UTC', '2026-03-28T12:00Z', '2026-03-28T12:01Z', [24]],
  ])('in %s from %s to %s have %j hours', (timezone, since, until, expected) => {
    expect(lengths(days(since, until, timezone)).map((ms) => ms / HOUR)).toEqual(expected);
  });

  it('begin at midnight of the time zone', () => {
    expect(shown(days('2026-01-01T20:00Z', '2026-01-01T21:00Z', 'Asia/Kathmandu'))).toEqual([
      '2026-01-01T18:15',
      '2026-01-02T18:15',
    ]);
  });

  it('end with the one before a moment at which the next begins', () => {
    expect(days('2026-01-01T00:00Z', '2026-01-02T00:00Z', 'UTC')).toHaveLength(2);
  });
});

describe('the hours of a report', () => {
  it('begin when clocks of the time zone show a full hour', () => {
    expect(shown(hours('2026-01-01T10:40Z', '2026-01-01T11:40Z', 'Asia/Kolkata'))).toEqual([
      '2026-01-01T10:30',
      '2026-01-01T11:30',
      '2026-01-01T12:30',
    ]);
  });

  it('are shorter where clocks change by half an hour', () => {
    const bounds = hours('2026-10-03T14:00Z', '2026-10-03T17:00Z', 'Australia/Lord_Howe');
    expect(lengths(bounds).map((ms) => ms / MINUTE)).toEqual([60, 60, 30, 60]);
  });
});

it('lets every bucket of every time zone begin with a quarter of an hour', () => {
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    for (const since of ['2026-03-20T00:00Z', '2026-07-01T00:00Z', '2026-10-20T00:00Z']) {
      const until = new Date(Date.parse(since) + 3 * DAY).toISOString();
      for (const bound of [...days(since, until, timezone), ...hours(since, until, timezone)]) {
        if (bound % QUARTER_MS !== 0) expect.fail(`${timezone}: ${new Date(bound).toISOString()}`);
      }
    }
  }
});

it('names a moment by its date in the time zone, and finds where the date begins', () => {
  expect(dateOf(Date.parse('2026-01-01T20:00Z'), 'Asia/Kolkata')).toBe('2026-01-02');
  expect(startOfDate('2026-01-02', 'Asia/Kolkata')).toBe(Date.parse('2026-01-01T18:30Z'));
});
