import { MINUTE, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';

export interface FollowedChanges {
  /** Whether every change of a moment ago has been seen. */
  isCurrent(): boolean;
  stop(): void;
}

const POLL_MS = SECOND / 2;
const CURRENT_MS = 2 * SECOND;
/** Clocks of nodes differ, and what is stamped now is committed a moment later. */
const OVERLAP_MS = MINUTE;

/**
 * Reports each tenant that any node has changed. One short read per tick, whatever the number of
 * tenants: it finds those that changed within the last minute.
 */
export function followTenantChanges(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  onChanged(tenantId: string): void;
}): FollowedChanges {
  const { database, clock, log, onChanged } = deps;
  /** The changes of the last minute that were reported. */
  let reported = new Map<string, number>();
  let since = clock() - OVERLAP_MS;
  let readAt = -Infinity;
  let isReading = false;

  const read = async (): Promise<void> => {
    const startedAt = performance.now();
    const next = clock() - OVERLAP_MS;
    const rows = await database.read.rows<{ tenant_id: string; changed_at: number }>(
      'SELECT tenant_id, changed_at FROM tenants WHERE changed_at >= ?',
      [since],
    );
    const changed = rows.filter((row) => reported.get(row.tenant_id) !== row.changed_at);
    reported = new Map(rows.map((row) => [row.tenant_id, row.changed_at]));
    // Only after a read that worked: what changed during an outage is found after it.
    since = next;
    readAt = startedAt;
    for (const { tenant_id: tenantId } of changed) onChanged(tenantId);
  };

  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    read()
      .catch((error: unknown) => log.warn({ err: error }, 'could not read the changed tenants'))
      .finally(() => {
        isReading = false;
      });
  }, POLL_MS);
  timer.unref();

  return {
    isCurrent: () => performance.now() - readAt < CURRENT_MS,
    stop: () => clearInterval(timer),
  };
}
