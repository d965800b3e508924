import { expect, it } from 'vitest';
import { dayNames, isOpen } from '../../src/tenants/opening';
import { isOpen as isOpenOnRelay } from '../../../server/src/tenants/hours/opening-hours';

const HOUR_MS = 3_600_000;

const TIMETABLES = [
  { timezone: 'Europe/Paris', weekly: [{ day: 1, from: '09:00', to: '18:00' }], holidays: [] },
  {
    timezone: 'America/New_York',
    weekly: [
      { day: 5, from: '18:00', to: '02:00' },
      { day: 7, from: '00:00', to: '00:00' },
    ],
    holidays: ['2026-11-28', '2026-12-04'],
  },
  { timezone: 'Asia/Kolkata', weekly: [{ day: 3, from: '22:30', to: '06:15' }], holidays: [] },
];

it.each(TIMETABLES)('says open and closed as the relay does, in $timezone', (hours) => {
  const start = Date.parse('2026-11-16T00:07:00Z');
  const differing = Array.from({ length: 24 * 28 * 2 }, (_, half) => start + half * 0.5 * HOUR_MS)
    .filter((atMs) => isOpen(hours, atMs) !== isOpenOnRelay(hours, atMs))
    .map((atMs) => new Date(atMs).toISOString());
  expect(differing).toEqual([]);
});

it('names the days from Monday on', () => {
  expect(dayNames('en')).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
});
