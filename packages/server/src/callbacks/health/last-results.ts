import { SECOND } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Database, Tx } from '../../platform/storage/database';
import { lockInOrderOf, placeholders, upsertRows, type Sql } from '../../platform/storage/sql';
import { listColumns, type RowOf } from '../../platform/storage/table';
import type { Outcome } from '../delivery/outcome';
import { CALLBACK_RESULTS } from '../events/model';

export interface LastFailure {
  at: number;
  /** Null if there was no response. */
  status: number | null;
  /** `status_<n>`, or the reason why there was no response. */
  reason: string;
}

export interface LastResult {
  deliveredAt: number | null;
  failure: LastFailure | null;
}

/**
 * Remembers when a callback of each tenant was delivered last, and when one failed. Attempts note it in memory, and
 * it is written every few seconds, so that it costs no statement for each. After a crash some seconds are missing.
 */
export interface LastResults {
  note(tenantId: string, outcome: Outcome): void;
  /** Reads what is stored, and adds what this node noted since. */
  read(tenantId: string): Promise<LastResult>;
  start(): void;
  /** Writes what is noted. */
  stop(): Promise<void>;
}

const WRITE_EVERY_MS = 5 * SECOND;
const TENANTS_A_COMMIT = 500;
const NOTHING: LastResult = { deliveredAt: null, failure: null };

export function createLastResults({
  database,
  log,
}: {
  database: Database;
  log: Logger;
}): LastResults {
  /** The tenants whose callbacks were attempted since the last write. */
  let noted = new Map<string, LastResult>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const merge = (tenantId: string, result: LastResult): void =>
    void noted.set(tenantId, newerOf(noted.get(tenantId) ?? NOTHING, result));

  const write = async (): Promise<void> => {
    const taken = noted;
    noted = new Map();
    const all = [...taken].sort(([a], [b]) => (a < b ? -1 : 1));
    for (let start = 0; start < all.length; start += TENANTS_A_COMMIT) {
      const some = all.slice(start, start + TENANTS_A_COMMIT);
      await database
        .transaction((tx) => store(tx, some))
        .catch((err: unknown) => {
          for (const [tenantId, result] of some) merge(tenantId, result);
          log.warn(
            { event: 'callback.results_not_stored', err },
            'could not store the last results of callbacks yet',
          );
        });
    }
  };
  const writeNext = (): Promise<void> => (writing = writing.then(write));

  return {
    note: (tenantId, outcome) => {
      const result = resultOf(outcome);
      if (result) merge(tenantId, result);
    },
    read: async (tenantId) => {
      const [stored] = await readStored(database.read, [tenantId], '');
      return newerOf(stored?.[1] ?? NOTHING, noted.get(tenantId) ?? NOTHING);
    },
    start: () => {
      timer = setInterval(() => {
        if (noted.size > 0) void writeNext();
      }, WRITE_EVERY_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      return writeNext();
    },
  };
}

function resultOf(outcome: Outcome): LastResult | null {
  if (outcome.kind !== 'delivered' && outcome.kind !== 'retry' && outcome.kind !== 'dead') {
    return null;
  }
  const last = outcome.health?.records.at(-1);
  if (!last) return null;
  const at = last.timestampMs + last.durationMs;
  if (outcome.kind === 'delivered') return { deliveredAt: at, failure: null };
  return { deliveredAt: null, failure: { at, status: last.status, reason: last.outcome } };
}

function newerOf(one: LastResult, other: LastResult): LastResult {
  const isLater = (other.failure?.at ?? 0) > (one.failure?.at ?? 0);
  return {
    deliveredAt: Math.max(one.deliveredAt ?? 0, other.deliveredAt ?? 0) || null,
    failure: isLater ? other.failure : one.failure,
  };
}

/** Stores results. Other nodes write the same rows: newer ones of theirs are kept. */
async function store(tx: Tx, results: readonly [string, LastResult][]): Promise<void> {
  const ids = results.map(([tenantId]) => tenantId);
  const stored = new Map(
    await readStored(tx, ids, lockInOrderOf(tx.dialect, CALLBACK_RESULTS.key.join(', '))),
  );
  const rows = results.map(([tenantId, result]): RowOf<typeof CALLBACK_RESULTS> => {
    const { deliveredAt, failure } = newerOf(stored.get(tenantId) ?? NOTHING, result);
    return {
      tenant_id: tenantId,
      delivered_at: deliveredAt,
      failed_at: failure?.at ?? null,
      failure_status: failure?.status ?? null,
      failure_reason: failure?.reason ?? null,
    };
  });
  await upsertRows(tx, CALLBACK_RESULTS, rows);
}

async function readStored(
  sql: Sql,
  tenantIds: readonly string[],
  lock: string,
): Promise<[string, LastResult][]> {
  const rows = await sql.rows<RowOf<typeof CALLBACK_RESULTS>>(
    `SELECT ${listColumns(CALLBACK_RESULTS)} FROM callback_results
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)} ${lock}`,
    tenantIds,
  );
  return rows.map((row) => {
    const { failed_at: at, failure_status: status, failure_reason: reason } = row;
    const failure = at === null || reason === null ? null : { at, status, reason };
    return [row.tenant_id, { deliveredAt: row.delivered_at, failure }];
  });
}
