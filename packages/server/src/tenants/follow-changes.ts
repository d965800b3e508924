import { MINUTE, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';

export interface FollowedChanges {
  /** True if every recent change was seen. */
  isCurrent(): boolean;
  stop(): void;
}

const POLL_MS = SECOND / 2;
const CURRENT_MS = 2 * SECOND;
/** In ms. Read again with each tick: clocks of nodes differ, and a change gets its time before its commit. */
const OVERLAP_MS = MINUTE;

/**
 * Reports each tenant that any node has changed. One short read per tick finds the changes of the last minute, however
 * many tenants there are.
 */
export function followTenantChanges(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  onChanged(tenantId: string): void;
}): FollowedChanges {
  const { database, clock, log, onChanged } = deps;
  /** The changes of the last minute that were reported: a tenant's settings, or a new block. */
  let reported = new Map<string, number>();
  let since = clock() - OVERLAP_MS;
  let readAt = -Infinity;
  let isReading = false;

  const read = async (): Promise<void> => {
    const startedAt = performance.now();
    const next = clock() - OVERLAP_MS;
    const rows = await database.read.rows<Change>(
      `SELECT tenant_id, changed_at, '' AS block_id FROM tenants WHERE changed_at >= ?
       UNION ALL SELECT tenant_id, created_at, block_id FROM visitor_blocks WHERE created_at >= ?`,
      [since, since],
    );
    const changed = rows.filter((row) => reported.get(keyOf(row)) !== row.changed_at);
    reported = new Map(rows.map((row) => [keyOf(row), row.changed_at]));
    // Moved only after a successful read, so that the changes during an outage are found.
    since = next;
    readAt = startedAt;
    for (const tenantId of new Set(changed.map((row) => row.tenant_id))) onChanged(tenantId);
  };

  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    read()
      .catch((error: unknown) =>
        log.warn(
          { event: 'tenant.changes_unreadable', err: error },
          'could not read the changed tenants',
        ),
      )
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

interface Change {
  tenant_id: string;
  changed_at: number;
  /** Empty for a change of the settings. */
  block_id: string;
}

function keyOf({ tenant_id: tenantId, block_id: blockId }: Change): string {
  return `${tenantId} ${blockId}`;
}
