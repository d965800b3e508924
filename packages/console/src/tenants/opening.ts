import { knownTimeZone } from '../browser/time-zone';
import type { Hours } from '@chat-relay/server/wire/tenants';

const DAY_MS = 86_400_000;

/** Whether operators answer at this time, in milliseconds since 1970. */
export function isOpen({ timezone, weekly, holidays }: Hours, atMs: number): boolean {
  const { date, time } = localTime(timezone, atMs);
  const dayBefore = new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
  const shiftsOn = (day: string) =>
    holidays.includes(day)
      ? []
      : weekly.filter((shift) => shift.day === (new Date(day).getUTCDay() || 7));
  return (
    shiftsOn(date).some(({ from, to }) => from <= time && (time < to || to <= from)) ||
    // A shift that began the evening before ends at midnight if today is a holiday.
    (!holidays.includes(date) &&
      shiftsOn(dayBefore).some(({ from, to }) => to <= from && time < to))
  );
}

/** Date and time in a time zone: `2026-12-25` and `09:00`. */
function localTime(timeZone: string, atMs: number): { date: string; time: string } {
  const text = new Intl.DateTimeFormat('sv', {
    timeZone: knownTimeZone(timeZone),
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(atMs);
  const [date = '', time = ''] = text.split(' ');
  return { date, time };
}

/** Names of the days from Monday, in the reader's language. */
export function dayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, index) => format.format(Date.UTC(2024, 0, index + 1)));
}
