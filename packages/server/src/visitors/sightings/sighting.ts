import type { SightingOutcome } from './wire';

export const SIGHTING_OUTCOMES = [
  'accepted',
  'origin_not_allowed',
  'wrong_key',
  'suspended',
] as const satisfies readonly SightingOutcome[];

/** The number of calls of a page's widget with one outcome. */
export interface Sighting {
  tenantId: string;
  outcome: SightingOutcome;
  /** Null in the sum of pages that are not listed individually, because there were too many. */
  origin: string | null;
  count: number;
  firstSeenAt: number;
  lastSeenAt: number;
  /** The version in the latest call. */
  widgetVersion: string | null;
}

export function mergeSightings(one: Sighting | undefined, other: Sighting): Sighting {
  if (!one) return other;
  const [earlier, later] = one.lastSeenAt <= other.lastSeenAt ? [one, other] : [other, one];
  return {
    ...later,
    count: Math.min(one.count + other.count, MAX_COUNT),
    firstSeenAt: Math.min(one.firstSeenAt, other.firstSeenAt),
    widgetVersion: later.widgetVersion ?? earlier.widgetVersion,
  };
}

/** The largest count; both databases can store it in the column. */
const MAX_COUNT = 2_000_000_000;
