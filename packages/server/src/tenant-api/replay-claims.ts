import type { ReplayStore } from '@chat-relay/receiver-sdk';
import type { Clock } from '../platform/clock';
import type { Database } from '../platform/storage/database';
import { createGroupCommit } from '../platform/storage/group-commit';
import { insertIfAbsent } from '../platform/storage/sql';
import { REPLAY_CLAIMS } from './model';

export interface ReplayClaims extends ReplayStore {
  deleteExpired(): Promise<void>;
}

interface Claim {
  tenantId: string;
  signature: string;
  expiresAt: number;
}

const MAX_BATCH = 64;
const MAX_QUEUED = 5_000;
const MAX_IN_FLIGHT = 4;

/** Stores signatures in the database, so that one that any node has accepted is never accepted again. */
export function createReplayClaims(deps: { database: Database; clock: Clock }): ReplayClaims {
  const { database, clock } = deps;
  const claims = createGroupCommit<Claim, boolean>({
    database,
    maxBatch: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxInFlight: MAX_IN_FLIGHT,
    keyOf: ({ tenantId, signature }) => `${tenantId}:${signature}`,
    shardOf: ({ tenantId }) => tenantId,
    apply: async (tx, batch) => {
      const results: boolean[] = [];
      for (const { tenantId, signature, expiresAt } of batch) {
        const row = { tenant_id: tenantId, signature, expires_at: expiresAt };
        results.push(await insertIfAbsent(tx, REPLAY_CLAIMS, row));
      }
      return results;
    },
  });
  return {
    claim: (key, ttlMs) => {
      const [tenantId = '', signature = ''] = key.split(':');
      return claims.submit({ tenantId, signature, expiresAt: clock() + ttlMs });
    },
    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM replay_claims WHERE expires_at <= ?', [clock()]),
      );
    },
  };
}
