import { DAY, MINUTE } from '../../platform/clock';
import { instantOf, localDay } from './local-time';

/** The times at which a tenant's operators answer, in the local time of `timezone`. */
export interface Hours {
  timezone: string;
  /** Day 1 is Monday. If `to` is not after `from`, it is on the next day. */
  weekly: { day: number; from: string; to: string }[];
  /** Local dates, such as `2026-12-25`, closed from midnight to midnight. */
  holidays: string[];
}

/** True within the hours, and always without hours. */
export function isOpen(hours: Hours | null, nowMs: number): boolean {
  if (!hours) return true;
  const today = localDay(nowMs, hours.timezone);
  return [...shiftsOn(today - 1, hours), ...shiftsOn(today, hours)].some(
    (shift) => shift.start <= nowMs && nowMs < shift.end,
  );
}

/** The first moment, from `nowMs`, at which the hours are open; null if there is none. */
export function nextOpening(hours: Hours, nowMs: number): number | null {
  if (isOpen(hours, nowMs)) return nowMs;
  const today = localDay(nowMs, hours.timezone);
  for (let day = today; day <= today + HORIZON_DAYS; day += 1) {
    const starts = shiftsOn(day, hours)
      .map((shift) => shift.start)
      .filter((start) => start > nowMs);
    if (starts.length > 0) return Math.min(...starts);
  }
  return null;
}

/** True if this process knows the name as an IANA time zone. */
export function isValidTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false; // newer engines also accept offsets such as +02:00
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** In days. How far to look ahead: enough for a yearly closure. */
const HORIZON_DAYS = 400;

interface Shift {
  start: number;
  end: number;
}

/** Day 0, 1970-01-01, was a Thursday. */
function shiftsOn(day: number, hours: Hours): Shift[] {
  if (isHoliday(day, hours)) return [];
  const weekday = ((day + 3) % 7) + 1;
  const at = (onDay: number, time: number) => instantOf(onDay * DAY + time, hours.timezone);

  return hours.weekly
    .filter((rule) => rule.day === weekday)
    .map(({ from, to }) => {
      const isOvernight = timeOf(to) <= timeOf(from);
      if (!isOvernight) return { start: at(day, timeOf(from)), end: at(day, timeOf(to)) };
      const end = isHoliday(day + 1, hours) ? at(day + 1, 0) : at(day + 1, timeOf(to));
      return { start: at(day, timeOf(from)), end };
    });
}

function isHoliday(day: number, { holidays }: Hours): boolean {
  return holidays.includes(new Date(day * DAY).toISOString().slice(0, 10));
}

function timeOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return (hour * 60 + minute) * MINUTE;
}
