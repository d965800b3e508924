import { DAY, MINUTE, SECOND } from '../platform/clock';

/** When a tenant's operators answer, in the local time of `timezone`. */
export interface Hours {
  timezone: string;
  /** Day 1 is Monday. If `to` is not after `from`, it is on the next day. */
  weekly: { day: number; from: string; to: string }[];
  /** Local dates, such as `2026-12-25`, closed from midnight to midnight. */
  holidays: string[];
}

/** Without hours a tenant is always open. */
export function isOpen(hours: Hours | null, nowMs: number): boolean {
  if (!hours) return true;
  const today = localDay(nowMs, hours.timezone);
  return [...shiftsOn(today - 1, hours), ...shiftsOn(today, hours)].some(
    (shift) => shift.start <= nowMs && nowMs < shift.end,
  );
}

/** The first moment from `nowMs` on at which the hours are open; null if there is none. */
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

/** Whether this process knows it as an IANA time zone. */
export function isValidTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false; // newer engines also accept offsets such as +02:00
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Far enough for a yearly closure. */
const HORIZON_DAYS = 400;

interface Shift {
  start: number;
  end: number;
}

/** Local days are counted from 1970-01-01, a Thursday. */
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

function localDay(ms: number, timezone: string): number {
  return Math.floor(localTime(ms, timezone) / DAY);
}

/**
 * The moment at which clocks in `timezone` first show `local`. For a time that is skipped in spring it is the
 * moment of the jump.
 */
function instantOf(local: number, timezone: string): number {
  const before = local - offsetAt(local - DAY, timezone);
  if (localTime(before, timezone) === local) return before;
  const after = local - offsetAt(local + DAY, timezone);
  if (localTime(after, timezone) === local) return after;

  let jump = before;
  while (localTime(jump - MINUTE, timezone) >= local) jump -= MINUTE;
  return jump;
}

function offsetAt(ms: number, timezone: string): number {
  return localTime(ms, timezone) - ms;
}

/** What clocks in `timezone` show at `ms`, written as if it were UTC. */
function localTime(ms: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timezone).formatToParts(ms))
    parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown + (((ms % SECOND) + SECOND) % SECOND);
}

/** Creating a formatter costs a hundred times its use. Keyed by valid names, so it is bounded. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timezone, formatter);
  return formatter;
}
