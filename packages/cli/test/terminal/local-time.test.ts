import { afterEach, expect, it, vi } from 'vitest';
import { localTime } from '../../src/terminal/local-time';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['UTC', '2026-11-27T02:12:09.500Z', '2026-11-27 02:12:09 +00:00'],
  ['Europe/Paris', '2026-11-27T02:12:09.000Z', '2026-11-27 03:12:09 +01:00'],
  ['Europe/Paris', '2026-07-01T23:30:00.000Z', '2026-07-02 01:30:00 +02:00'],
  ['America/St_Johns', '2026-11-27T02:12:09.000Z', '2026-11-26 22:42:09 -03:30'],
  ['UTC', 'never', 'never'],
])('shows a time in %s with its offset', (zone, time, shown) => {
  vi.stubEnv('TZ', zone);
  expect(localTime(time)).toBe(shown);
});
