import { InvalidArgumentError } from 'commander';

const UNIT_MS: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The time zone is required, because the relay's times are UTC and a person's often are not. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads a moment as ISO 8601 UTC, from `10m` (that long ago; s, m, h or d), a day, or a time with its zone.
 * @throws {InvalidArgumentError} otherwise
 */
export function momentOf(text: string, nowMs: number = Date.now()): string {
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const timeMs =
    amount === undefined
      ? Date.parse(ISO_TIME.test(text) ? text : '')
      : nowMs - Number(amount) * (UNIT_MS[unit] ?? NaN);
  if (!Number.isNaN(timeMs)) return new Date(timeMs).toISOString();
  throw new InvalidArgumentError(
    'A time must be like 10m, 2h, 7d, 2026-01-31 or 2026-01-31T12:00:00Z.',
  );
}
