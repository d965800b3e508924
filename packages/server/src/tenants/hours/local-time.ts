import { DAY, MINUTE, SECOND } from '../../platform/clock';

/** The number of the local day, counted from 1970-01-01. */
export function localDay(ms: number, timezone: string): number {
  return Math.floor(localTime(ms, timezone) / DAY);
}

/**
 * The moment at which clocks in `timezone` first show `local`. If summer time skips that time, it is the moment of the
 * skip.
 */
export function instantOf(local: number, timezone: string): number {
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

/** The local time in `timezone` at `ms`, as if it were UTC. */
export function localTime(ms: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(timezone).formatToParts(ms))
    parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown + (((ms % SECOND) + SECOND) % SECOND);
}

/** Kept, because creating a formatter takes a hundred times as long as using it. Keys are valid names only. */
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
