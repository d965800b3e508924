/** `wrong_key`: the tenant exists, and the key is not its own. */
export type SightingOutcome = 'accepted' | 'origin_not_allowed' | 'wrong_key' | 'suspended';

/** How often the widget of a page called with one outcome. */
export interface Sighting {
  /** Null: pages that are not listed one by one, because there were too many. */
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
