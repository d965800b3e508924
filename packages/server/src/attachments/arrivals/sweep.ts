import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { queueRemoval } from '../removal/queue';
import { LEASE_MS, releaseArrival, type Arrival } from './leases';

const ARRIVALS_A_ROUND = 50;

export interface ArrivalSweep {
  /** Frees what PUTs of dead nodes have reserved, and removes their bytes. */
  releaseExpired(): Promise<void>;
  /** Ends the PUTs of the process that ran before, if no other node can use the database. */
  recover(): Promise<void>;
  /** Ends all PUTs of a tenant. A node that is still receiving one notices it within seconds. */
  releaseAll(tenantId: string): Promise<void>;
}

export function createArrivalSweep({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): ArrivalSweep {
  const release = (arrival: Arrival, endedBy?: number) =>
    database.transaction(async (tx) => {
      if (!(await releaseArrival(tx, arrival, endedBy))) return;
      await queueRemoval(tx, arrival.tenant_id, [arrival.object], clock());
    });

  const releaseEnded = async (endedBy: number): Promise<void> => {
    const ended = await database.read.rows<Arrival>(
      `SELECT tenant_id, upload_id, object FROM upload_arrivals WHERE ends_at <= ?
       ORDER BY ends_at LIMIT ${ARRIVALS_A_ROUND}`,
      [endedBy],
    );
    for (const arrival of ended) await release(arrival, endedBy);
    if (ended.length === ARRIVALS_A_ROUND) await releaseEnded(endedBy);
  };

  return {
    releaseExpired: () => releaseEnded(clock()),
    recover: async () => {
      if (database.dialect === 'sqlite') await releaseEnded(clock() + LEASE_MS);
    },
    releaseAll: async (tenantId) => {
      const arrivals = await database.read.rows<Arrival>(
        'SELECT tenant_id, upload_id, object FROM upload_arrivals WHERE tenant_id = ?',
        [tenantId],
      );
      for (const arrival of arrivals) await release(arrival);
    },
  };
}
