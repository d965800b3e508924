/** `wrong_key`: the tenant exists, but has another key. */
export type SightingOutcome = 'accepted' | 'origin_not_allowed' | 'wrong_key' | 'suspended';

/** The number of calls of a page's widget with one outcome. */
export interface Sighting {
  /** Null in the sum of pages that are not listed individually, because there were too many. */
  origin: string | null;
  outcome: SightingOutcome;
  count: number;
  first_seen_at: string;
  last_seen_at: string;
  widget_version: string | null;
}

export interface SightingResponses {
  'console/fetch/widget-sightings': { sightings: Sighting[] };
}
