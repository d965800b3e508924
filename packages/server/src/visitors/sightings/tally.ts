import { MINUTE, type Clock } from '../../platform/clock';
import { rateKey } from '../../platform/rate-limits/client-address';
import { mergeSightings, type Sighting } from './sighting';
import type { SightingOutcome } from './wire';

/** One call of a widget. `origin` is canonical; a call with null is not counted. */
export interface Visit {
  tenantId: string;
  origin: string | null;
  outcome: SightingOutcome;
  widgetVersion?: string | undefined;
  /** The client's address; null if a session's token proves the page. */
  ip: string | null;
}

/** Counts sightings in memory, for a bounded number of pages. */
export interface Tally {
  note(visit: Visit): void;
  add(sightings: readonly Sighting[]): void;
  ofTenant(tenantId: string): Sighting[];
  /** Returns all sightings, and clears the tally. */
  take(): Sighting[];
}

/** Counted separately, so that refused pages, which anyone can invent, can't take the place of accepted ones. */
const MAX_PAGES = { accepted: 1_000, refused: 1_000 };
/** The limit of all entries, including those without a page: at most one for each tenant and outcome. */
const MAX_SIGHTINGS = 4_000;
const MAX_ORIGIN_LENGTH = 255;
const MAX_REFUSED_ADDRESSES = 10_000;

export function createTally(clock: Clock): Tally {
  let sightings = new Map<string, Sighting>();
  let pages = { accepted: 0, refused: 0 };
  let refused = { since: 0, addresses: new Set<string>() };

  const keyOf = ({ tenantId, outcome, origin }: Sighting): string =>
    `${tenantId} ${outcome} ${origin ?? ''}`;

  /** Counts an address once a minute for a tenant, because anyone can send calls that are refused, from any page. */
  const isRepeated = (tenantId: string, ip: string, now: number): boolean => {
    if (now - refused.since >= MINUTE) refused = { since: now, addresses: new Set() };
    const address = `${tenantId} ${rateKey(ip)}`;
    const { addresses } = refused;
    if (addresses.has(address) || addresses.size >= MAX_REFUSED_ADDRESSES) return true;
    addresses.add(address);
    return false;
  };

  const merge = (sighting: Sighting): void => {
    const list = sighting.outcome === 'accepted' ? 'accepted' : 'refused';
    let key = keyOf(sighting);
    let listed = sighting;
    if (!sightings.has(key) && sighting.origin !== null) {
      if (pages[list] < MAX_PAGES[list]) pages[list] += 1;
      else {
        listed = { ...sighting, origin: null };
        key = keyOf(listed);
      }
    }
    if (!sightings.has(key) && sightings.size >= MAX_SIGHTINGS) return;
    sightings.set(key, mergeSightings(sightings.get(key), listed));
  };

  return {
    note: (visit) => {
      const { tenantId, origin, outcome, widgetVersion = null, ip } = visit;
      if (origin === null || origin.length > MAX_ORIGIN_LENGTH) return;
      const now = clock();
      if (outcome !== 'accepted' && ip !== null && isRepeated(tenantId, ip, now)) return;
      const seen = { count: 1, firstSeenAt: now, lastSeenAt: now };
      merge({ tenantId, outcome, origin, widgetVersion, ...seen });
    },
    add: (some) => some.forEach(merge),
    ofTenant: (tenantId) => [...sightings.values()].filter((one) => one.tenantId === tenantId),
    take: () => {
      const taken = [...sightings.values()];
      sightings = new Map();
      pages = { accepted: 0, refused: 0 };
      return taken;
    },
  };
}
