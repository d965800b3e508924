import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../../server/src/platform/storage/database';
import { openDatabase } from '../../../server/src/platform/storage/open-database';
import { quietLog } from '../../../server/test/support/database';
import { atEnd } from '../support/at-end';

export interface Arriving {
  diskBytes: number;
  bookedBytes: number;
  /** Most arriving uploads in one network. */
  arrivals: number;
}

export interface CountedPlace {
  databaseUrl: string;
  filesFolder: string;
  /** Bytes that other visitors have stored, which do not count. */
  keptBytes(): number;
}

const EVERY_MS = 200;

/** Looks again and again at the disk and at the database. */
export function startCounting(place: CountedPlace): {
  peak(): Arriving;
  now(): Promise<Arriving>;
} {
  const peak: Arriving = { diskBytes: 0, bookedBytes: 0, arrivals: 0 };
  const opened: Promise<Database> = openDatabase(place.databaseUrl, quietLog);

  const now = async (): Promise<Arriving> => {
    const { read } = await opened;
    const [totals] = await read.rows<{ n: number | null }>(
      'SELECT SUM(bytes) AS n FROM upload_totals',
    );
    const arrivals = await read.rows<{ n: number }>(
      'SELECT COUNT(*) AS n FROM upload_arrivals GROUP BY network',
    );
    return {
      diskBytes: bytesIn(place.filesFolder) - place.keptBytes(),
      bookedBytes: Number(totals?.n ?? 0) - place.keptBytes(),
      arrivals: Math.max(0, ...arrivals.map(({ n }) => Number(n))),
    };
  };
  const look = async (): Promise<void> => {
    const seen = await now();
    peak.diskBytes = Math.max(peak.diskBytes, seen.diskBytes);
    peak.bookedBytes = Math.max(peak.bookedBytes, seen.bookedBytes);
    peak.arrivals = Math.max(peak.arrivals, seen.arrivals);
  };
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = null));
  }, EVERY_MS);
  atEnd(async () => {
    clearInterval(timer);
    await looking;
    await (await opened).close();
  });
  return { peak: () => peak, now };
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.size ?? 0), 0);
}
