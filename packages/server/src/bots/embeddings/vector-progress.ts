import { MINUTE, SECOND, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import type { Sql } from '../../platform/storage/sql';

export interface VectorProgress {
  /** The current revision of the tenant's documents; 0: it has none. */
  revision: number;
  vectorsRevision: number;
  vectorsModel: string;
  /** The end of a node's lease, or of the pause after a failure. */
  vectorsUntil: number;
  vectorsFailures: number;
}

const LEASE_MS = 90 * SECOND;
const FIRST_RETRY_MS = 5 * SECOND;
const MAX_RETRY_MS = 10 * MINUTE;

export async function readProgress(sql: Sql, tenantId: string): Promise<VectorProgress> {
  const [row] = await sql.rows<VectorProgress>(
    `SELECT revision, vectors_revision AS vectorsRevision, vectors_model AS vectorsModel,
       vectors_until AS vectorsUntil, vectors_failures AS vectorsFailures
     FROM knowledge_totals WHERE tenant_id = ?`,
    [tenantId],
  );
  const none = { revision: 0, vectorsRevision: 0, vectorsModel: '' };
  return row ?? { ...none, vectorsUntil: 0, vectorsFailures: 0 };
}

/** Makes one node at a time pay for a tenant's vectors. Every change is one conditional statement. */
export interface VectorLease {
  /** False: another node has taken over, or the tenant is gone. */
  renew(): Promise<boolean>;
  /** Records that every passage up to this revision has a vector of the model; an empty model: none has. */
  complete(revision: number, model: string): Promise<void>;
  /** Pauses all nodes until the returned time. @param retryAfterMs null: the pause grows with each failure */
  fail(retryAfterMs: number | null): Promise<number>;
  /** Ends it; another node may continue. */
  release(): Promise<void>;
}

export function createVectorLeases({ database, clock }: { database: Database; clock: Clock }) {
  /** Takes the lease. Null: another node has it, a failure's pause lasts, or all vectors exist. */
  return async (tenantId: string, model: string): Promise<VectorLease | null> => {
    let until = clock() + LEASE_MS;
    const change = (
      set: string,
      params: (string | number)[],
      where: string,
      more: (string | number)[],
    ) =>
      database.transaction((tx) =>
        tx.run(`UPDATE knowledge_totals SET ${set} WHERE tenant_id = ? AND ${where}`, [
          ...params,
          tenantId,
          ...more,
        ]),
      );
    const taken = await change(
      'vectors_until = ?',
      [until],
      'vectors_until <= ? AND (vectors_revision <> revision OR vectors_model <> ?)',
      [clock(), model],
    );
    if (taken === 0) return null;
    const owned = (set: string, params: (string | number)[]): Promise<number> =>
      change(set, params, 'vectors_until = ?', [until]);
    return {
      renew: async () => {
        const next = Math.max(clock() + LEASE_MS, until + 1);
        if ((await owned('vectors_until = ?', [next])) === 0) return false;
        until = next;
        return true;
      },
      complete: async (revision, made) =>
        void (await owned(
          'vectors_revision = ?, vectors_model = ?, vectors_until = 0, vectors_failures = 0',
          [revision, made],
        )),
      fail: async (retryAfterMs) => {
        const { vectorsFailures } = await readProgress(database.read, tenantId);
        const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(vectorsFailures, 10), MAX_RETRY_MS);
        const next = clock() + (retryAfterMs ?? backoff);
        await owned('vectors_until = ?, vectors_failures = vectors_failures + 1', [next]);
        return next;
      },
      release: async () => void (await owned('vectors_until = 0', [])),
    };
  };
}
