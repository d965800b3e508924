import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOpen,
  isValidTimezone,
  nextOpening,
  type Hours,
} from '../../../src/tenants/hours/opening-hours';

const weekdays = [1, 2, 3, 4, 5];
const shop: Hours = {
  timezone: 'Europe/Paris',
  weekly: weekdays.flatMap((day) => [
    { day, from: '09:00', to: '12:00' },
    { day, from: '14:00', to: '18:00' },
  ]),
  holidays: ['2026-12-25'],
};
const at = (text: string) => Date.parse(text);
const next = (hours: Hours, text: string) => {
  const ms = nextOpening(hours, at(text));
  return ms === null ? null : new Date(ms).toISOString();
};

describe('opening hours', () => {
  it.each([
    ['Monday at nine, to the millisecond', '2026-11-23T09:00:00.000+01:00', true],
    ['a millisecond before', '2026-11-23T08:59:59.999+01:00', false],
    ['the last millisecond of the morning', '2026-11-23T11:59:59.999+01:00', true],
    ['noon', '2026-11-23T12:00:00+01:00', false],
    ['the afternoon', '2026-11-23T17:00:00+01:00', true],
    ['a Sunday', '2026-11-22T10:00:00+01:00', false],
    ['a holiday on a Friday', '2026-12-25T10:00:00+01:00', false],
    ['nine in summer time', '2026-07-06T09:00:00+02:00', true],
    ['eight in summer, which is nine in winter', '2026-07-06T08:00:00+02:00', false],
  ])('knows whether a shop is open: %s', (_, now, expected) =>
    expect(isOpen(shop, at(now))).toBe(expected),
  );

  it('is always open without opening hours', () => expect(isOpen(null, 0)).toBe(true));

  it('is never open when the week is empty', () => {
    const never = { ...shop, weekly: [] };
    expect(isOpen(never, at('2026-11-23T10:00:00Z'))).toBe(false);
    expect(nextOpening(never, at('2026-11-23T10:00:00Z'))).toBeNull();
  });

  it('stays open past midnight, but not into a holiday', () => {
    const bar: Hours = {
      timezone: 'UTC',
      weekly: [
        { day: 4, from: '20:00', to: '02:00' },
        { day: 5, from: '20:00', to: '02:00' },
      ],
      holidays: ['2026-12-25'],
    };
    expect(isOpen(bar, at('2026-11-26T23:00:00Z'))).toBe(true);
    expect(isOpen(bar, at('2026-11-27T01:59:00Z'))).toBe(true);
    expect(isOpen(bar, at('2026-11-27T02:00:00Z'))).toBe(false);
    expect(isOpen(bar, at('2026-12-24T23:59:00Z'))).toBe(true);
    expect(isOpen(bar, at('2026-12-25T00:00:00Z'))).toBe(false);
    expect(isOpen(bar, at('2026-12-25T21:00:00Z'))).toBe(false);
    expect(isOpen(bar, at('2026-12-26T01:00:00Z'))).toBe(false);
  });

  it('stays open the whole day', () => {
    for (const to of ['00:00', '24:00']) {
      const always = {
        timezone: 'Asia/Tokyo',
        weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to })),
        holidays: [],
      };
      for (let hour = 0; hour < 48; hour += 1)
        expect(isOpen(always, at('2026-11-23T00:00:00Z') + hour * 3_600_000)).toBe(true);
    }
  });
});

describe('the next opening', () => {
  it.each([
    ['now, when open', '2026-11-23T10:00:00+01:00', '2026-11-23T09:00:00.000Z'],
    ['the same morning', '2026-11-23T07:00:00+01:00', '2026-11-23T08:00:00.000Z'],
    ['after lunch', '2026-11-23T12:30:00+01:00', '2026-11-23T13:00:00.000Z'],
    ['the next day', '2026-11-23T20:00:00+01:00', '2026-11-24T08:00:00.000Z'],
    ['after the weekend', '2026-11-21T10:00:00+01:00', '2026-11-23T08:00:00.000Z'],
    ['after a holiday and the weekend', '2026-12-24T19:00:00+01:00', '2026-12-28T08:00:00.000Z'],
    [
      'on the other side of the change to summer time',
      '2026-03-28T10:00:00+01:00',
      '2026-03-30T07:00:00.000Z',
    ],
    [
      'on the other side of the change to winter time',
      '2026-10-24T10:00:00+02:00',
      '2026-10-26T08:00:00.000Z',
    ],
  ])('finds the next opening: %s', (_, now, expected) => expect(next(shop, now)).toBe(expected));

  const sundayNight = (from: string, to: string): Hours => ({
    timezone: 'Europe/Paris',
    weekly: [{ day: 7, from, to }],
    holidays: [],
  });

  it('opens at the jump itself when the clocks skip the opening time', () => {
    expect(next(sundayNight('02:30', '06:00'), '2026-03-29T00:00:00+01:00')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });

  it('opens the first time when the clocks show the opening time twice', () => {
    expect(next(sundayNight('02:30', '06:00'), '2026-10-25T00:00:00+02:00')).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('finds the next opening where days are skipped or shifted', () => {
    const samoa = {
      timezone: 'Pacific/Apia',
      weekly: [{ day: 6, from: '09:00', to: '17:00' }],
      holidays: [],
    };
    expect(next(samoa, '2011-12-29T20:00:00-10:00')).toBe('2011-12-30T19:00:00.000Z'); // Friday the 30th never was
    const nepal = {
      timezone: 'Asia/Kathmandu',
      weekly: [{ day: 1, from: '09:00', to: '17:00' }],
      holidays: [],
    };
    expect(next(nepal, '2026-11-22T12:00:00Z')).toBe('2026-11-23T03:15:00.000Z');
    const lordHowe = {
      timezone: 'Australia/Lord_Howe',
      weekly: [{ day: 7, from: '02:10', to: '05:00' }],
      holidays: [],
    };
    expect(next(lordHowe, '2026-10-03T12:00:00Z')).toBe('2026-10-03T15:30:00.000Z'); // half an hour is skipped
  });

  it('finds no next opening when holidays cover every one in sight', () => {
    const holidays = Array.from({ length: 500 }, (_, i) =>
      new Date(at('2026-11-23') + i * 86_400_000).toISOString().slice(0, 10),
    );
    expect(nextOpening({ ...shop, holidays }, at('2026-11-23T10:00:00Z'))).toBeNull();
  });

  it('finds a next opening before which nothing is open, for any week in any zone', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30'))
      .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
    const hours: fc.Arbitrary<Hours> = fc.record({
      timezone: fc.constantFrom(
        'Europe/Paris',
        'America/St_Johns',
        'Australia/Lord_Howe',
        'Asia/Kathmandu',
        'UTC',
      ),
      weekly: fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), from: time, to: time }), {
        minLength: 1,
        maxLength: 3,
      }),
      holidays: fc.constantFrom<string[]>([], ['2026-03-29'], ['2026-10-25']),
    });
    // Weeks in which clocks change somewhere.
    const now = fc
      .tuple(
        fc.constantFrom('2026-03-26', '2026-10-01', '2026-10-22'),
        fc.integer({ min: 0, max: 5 * 96 }),
      )
      .map(([day, quarters]) => at(day) + quarters * 900_000);

    fc.assert(
      fc.property(hours, now, (week, nowMs) => {
        const opening = nextOpening(week, nowMs)!;
        expect(opening).toBeGreaterThanOrEqual(nowMs);
        expect(isOpen(week, opening)).toBe(true);
        for (let ms = nowMs; ms < opening; ms += 900_000) expect(isOpen(week, ms)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});

describe('time zones', () => {
  it.each(['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'accepts the time zone %s',
    (name) => expect(isValidTimezone(name)).toBe(true),
  );
  it.each(['', 'Paris', 'Europe/Nowhere', '+02:00', 'Europe/Paris ', 'null'])(
    'refuses the time zone %j',
    (name) => expect(isValidTimezone(name)).toBe(false),
  );
});
