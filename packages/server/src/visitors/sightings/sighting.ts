import type { SightingOutcome } from './wire';

export const SIGHTING_OUTCOMES = [
  'accepted',
  'origin_not_allowed',
  'wrong_key',
  'suspended',
] as const satisfies readonly SightingOutcome[];

/** How often a page's widget called with one outcome. */
export interface Sighting {
  tenantId: string;
  outcome: SightingOutcome;
  /** Null: of pages that are not listed one by one, because there were too many. */
  origin: string | null;
  count: number;
  firstSeenAt: number;
  lastSeenAt: number;
  /** The latest. */
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

/** What both databases can store. */
const MAX_COUNT = 2_000_000_000;
