import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { eraseInBatches } from '../../platform/storage/batch-erasure';
import type { Database } from '../../platform/storage/database';
import { WIDGET_SIGHTINGS } from '../model';
import { mergeSightings, SIGHTING_OUTCOMES, type Sighting } from './sighting';
import { KEPT_MS, MAX_OF_OUTCOME, readSightings, storeSightings } from './store';
import { createTally, type Visit } from './tally';

/**
 * Counts the pages from which a tenant's widget calls, and with which outcome. Calls are counted in memory and written
 * every few seconds, so that a page view costs no statement. A crash loses some seconds.
 */
export interface Sightings {
  note(visit: Visit): void;
  /** Returns the latest, at most 50 of each outcome: what is stored, and what this node has counted since. */
  read(tenantId: string): Promise<Sighting[]>;
  /** Deletes sightings that are older than 30 days. */
  deleteExpired(): Promise<void>;
  start(): void;
  /** Writes what was counted. */
  stop(): Promise<void>;
}

const WRITE_EVERY_MS = 5 * SECOND;
const SIGHTINGS_A_COMMIT = 200;

export function createSightings({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
}): Sightings {
  const tally = createTally(clock);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    let unsaved = tally.take().toSorted(byKey);
    while (unsaved.length > 0) {
      const some = unsaved.slice(0, SIGHTINGS_A_COMMIT);
      try {
        await database.transaction((tx) => storeSightings(tx, some));
      } catch (err: unknown) {
        tally.add(unsaved);
        log.warn({ event: 'widget.sightings_not_stored', err }, 'could not store sightings yet');
        return;
      }
      unsaved = unsaved.slice(SIGHTINGS_A_COMMIT);
    }
  };
  const writeNext = (): Promise<void> => (writing = writing.then(write));

  return {
    note: tally.note,
    read: async (tenantId) => {
      await writing;
      const counted = tally.ofTenant(tenantId);
      const stored = await readSightings(database, tenantId, clock() - KEPT_MS);
      const byPage = new Map<string, Sighting>();
      for (const sighting of [...stored, ...counted]) {
        const key = `${sighting.outcome} ${sighting.origin}`;
        byPage.set(key, mergeSightings(byPage.get(key), sighting));
      }
      const latest = [...byPage.values()].toSorted((a, b) => b.lastSeenAt - a.lastSeenAt);
      const kept = SIGHTING_OUTCOMES.flatMap((outcome) =>
        latest.filter((sighting) => sighting.outcome === outcome).slice(0, MAX_OF_OUTCOME),
      );
      return latest.filter((sighting) => kept.includes(sighting));
    },
    deleteExpired: async () => {
      const { name: table, key } = WIDGET_SIGHTINGS;
      const rows = { table, key, where: 'last_seen_at < ?', params: [clock() - KEPT_MS] };
      await eraseInBatches(database, rows, () => false);
    },
    start: () => {
      timer = setInterval(() => void writeNext(), WRITE_EVERY_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      return writeNext();
    },
  };
}

/** Sorts by key, so that nodes that write at once lock rows in one order. */
function byKey(a: Sighting, b: Sighting): number {
  const [one, other] = [a, b].map((s) => `${s.tenantId} ${s.outcome} ${s.origin ?? ''}`);
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
