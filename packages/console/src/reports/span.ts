import { knownTimeZone } from '../browser/time-zone';

export const PERIODS = ['7', '30', 'month', 'own'] as const;
export type Period = (typeof PERIODS)[number];
export type Bucket = 'hour' | 'day';

/** The longest report, in days. */
export const MOST_DAYS: Record<Bucket, number> = { hour: 31, day: 366 };

const DAY_MS = 86_400_000;

/** Local dates, the last one included. */
export interface Span {
  since: string;
  until: string;
}

/** The date in a time zone. @param timezone such as `Europe/Paris` @returns such as `2026-11-23` */
export const dateIn = (timezone: string, atMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: knownTimeZone(timezone),
    dateStyle: 'short',
  }).format(atMs);

/** @param date such as `2026-11-23` */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The days of a period that ends today. */
export function spanOf(period: Exclude<Period, 'own'>, today: string): Span {
  const since =
    period === 'month' ? `${today.slice(0, 8)}01` : daysAfter(today, 1 - Number(period));
  return { since, until: today };
}

export type SpanProblem = { field: 'since' | 'until'; kind: 'missing' | 'order' | 'long' };

/** Why a custom span is invalid; null if it is valid. */
export function problemOfSpan({ since, until }: Span, bucket: Bucket): SpanProblem | null {
  const [first, last] = [Date.parse(since), Date.parse(until)];
  if (Number.isNaN(first)) return { field: 'since', kind: 'missing' };
  if (Number.isNaN(last)) return { field: 'until', kind: 'missing' };
  if (last < first) return { field: 'until', kind: 'order' };
  if ((last - first) / DAY_MS >= MOST_DAYS[bucket]) return { field: 'since', kind: 'long' };
  return null;
}
