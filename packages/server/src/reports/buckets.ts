import { DAY, HOUR } from '../platform/clock';
import { instantOf, localDay, localTime } from '../tenants/hours/local-time';

export const BUCKETS = ['hour', 'day'] as const;
export type Bucket = (typeof BUCKETS)[number];

/**
 * Boundaries of the hours or days that cover `since` to before `until`, including the end of the last one: one more
 * than there are buckets. A day has 23 to 25 hours where clocks change.
 */
export function bucketBounds(
  bucket: Bucket,
  since: number,
  until: number,
  timezone: string,
): number[] {
  const bounds = [bucket === 'day' ? dayOf(since, timezone) : hourOf(since, timezone)];
  for (let last = bounds[0] ?? since; last < until;) {
    last =
      bucket === 'day'
        ? instantOf((localDay(last, timezone) + 1) * DAY, timezone)
        : last + HOUR - pastHour(last, timezone);
    bounds.push(last);
  }
  return bounds;
}

/** Moment at which a local date such as `2026-12-25` starts, in ms. */
export function startOfDate(date: string, timezone: string): number {
  return instantOf(Date.parse(date), timezone);
}

export function dateOf(ms: number, timezone: string): string {
  return new Date(localTime(ms, timezone)).toISOString().slice(0, 10);
}

function dayOf(ms: number, timezone: string): number {
  return instantOf(localDay(ms, timezone) * DAY, timezone);
}

function hourOf(ms: number, timezone: string): number {
  return ms - pastHour(ms, timezone);
}

function pastHour(ms: number, timezone: string): number {
  return localTime(ms, timezone) % HOUR;
}
