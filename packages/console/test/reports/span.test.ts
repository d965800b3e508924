import { expect, it } from 'vitest';
import { endOfCounts, endOfSeconds } from '../../src/reports/scale';
import { dateIn, daysAfter, problemOfSpan, spanOf } from '../../src/reports/span';

it('knows the date of another time zone', () => {
  const at = Date.parse('2026-11-23T23:30:00Z');
  expect(dateIn('Europe/Paris', at)).toBe('2026-11-24');
  expect(dateIn('America/New_York', at)).toBe('2026-11-23');
});

it.each([
  ['7', '2026-11-17'],
  ['30', '2026-10-25'],
  ['month', '2026-11-01'],
] as const)('begins the period %s with its first day', (period, since) => {
  expect(spanOf(period, '2026-11-23')).toEqual({ since, until: '2026-11-23' });
});

it('counts days over the change of the clocks and of the year', () => {
  expect(daysAfter('2026-10-24', 2)).toBe('2026-10-26');
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
});

it.each([
  ['', '2026-11-23', 'day', { field: 'since', kind: 'missing' }],
  ['2026-11-23', '', 'day', { field: 'until', kind: 'missing' }],
  ['2026-11-23', '2026-11-22', 'day', { field: 'until', kind: 'order' }],
  ['2026-11-23', '2026-11-23', 'hour', null],
  ['2026-10-24', '2026-11-23', 'hour', null],
  ['2026-10-23', '2026-11-23', 'hour', { field: 'since', kind: 'long' }],
  ['2025-11-23', '2026-11-23', 'day', null],
  ['2025-11-22', '2026-11-23', 'day', { field: 'since', kind: 'long' }],
] as const)('judges the span from %j to %j by %s', (since, until, bucket, problem) => {
  expect(problemOfSpan({ since, until }, bucket)).toEqual(problem);
});

it('ends an axis at a round figure', () => {
  expect([0, 1, 7, 43, 240].map(endOfCounts)).toEqual([1, 1, 7, 50, 300]);
  expect([0, 4, 95, 100_000].map(endOfSeconds)).toEqual([1, 5, 120, 172_800]);
});
