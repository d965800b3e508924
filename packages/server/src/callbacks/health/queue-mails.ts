import { DAY, iso, type Clock } from '../../platform/clock';
import { callbacksWaiting } from '../../platform/mail/messages';
import type { Mailer } from '../../platform/mail/mailer';
import type { Database } from '../../platform/storage/database';
import { insertIfAbsent, keyIn, type Sql } from '../../platform/storage/sql';
import { QUEUE_NOTICES } from '../events/model';
import { mailToOwners } from './owner-mails';

export interface QueueMailsOptions {
  database: Database;
  clock: Clock;
  mailer: Mailer;
}

/** A queue this long means that the receiver accepts events, but slower than they arrive: no failure shows that. */
const LONG_QUEUE = 100_000;
const LONG_WAIT_MS = DAY;
/** In ms. A queue that shrinks and grows again causes one mail in this time. */
const NOTICE_MS = DAY;

interface LongQueue {
  tenantId: string;
  tenantName: string;
  workspaceId: string;
  queued: number | string;
  oldest: number;
}

/** Notifies the owners of tenants with many or old queued callbacks, once each. */
export function createQueueMails({ database, clock, mailer }: QueueMailsOptions) {
  return async (): Promise<void> => {
    const now = clock();
    const queues = await longQueues(database.read, now);
    await forgetOthers(new Set(queues.map(({ tenantId }) => tenantId)), now);
    for (const queue of queues) await notice(queue, now);
  };

  async function notice(queue: LongQueue, now: number): Promise<void> {
    const { tenantId, tenantName, workspaceId, oldest } = queue;
    const queued = Number(queue.queued); // MySQL returns sums as decimal text
    await database.transaction(async (tx) => {
      const row = { tenant_id: tenantId, noticed_at: now };
      if (!(await insertIfAbsent(tx, QUEUE_NOTICES, row))) return;
      const message = callbacksWaiting({ tenantName, queued, since: iso(oldest) });
      await mailToOwners(tx, mailer, workspaceId, message);
    });
  }

  async function forgetOthers(long: ReadonlySet<string>, now: number): Promise<void> {
    const noticed = await database.read.rows<{ tenantId: string }>(
      'SELECT tenant_id AS tenantId FROM callback_queue_notices WHERE noticed_at <= ?',
      [now - NOTICE_MS],
    );
    const over = noticed.filter(({ tenantId }) => !long.has(tenantId));
    if (over.length === 0) return;
    const keys = over.map(({ tenantId }) => [tenantId]);
    await database.transaction((tx) =>
      tx.run(
        `DELETE FROM callback_queue_notices WHERE ${keyIn(tx.dialect, ['tenant_id'], keys)}`,
        keys.flat(),
      ),
    );
  }
}

/**
 * Finds long queues, except those of tenants whose owners are notified already of failing callbacks, or can do
 * nothing about them.
 */
function longQueues(sql: Sql, now: number): Promise<LongQueue[]> {
  return sql.rows<LongQueue>(
    `SELECT lane.tenant_id AS tenantId, tenant.tenant_name AS tenantName,
       tenant.workspace_id AS workspaceId, SUM(lane.tail - lane.head + 1) AS queued,
       MIN(event.created_at) AS oldest
     FROM callback_lanes lane
     JOIN tenants tenant ON tenant.tenant_id = lane.tenant_id AND tenant.status = 'active'
     JOIN callback_events event ON event.tenant_id = lane.tenant_id
       AND event.conversation_id = lane.conversation_id AND event.sequence = lane.head
     WHERE lane.head <= lane.tail AND NOT EXISTS (
       SELECT 1 FROM callback_health health
       LEFT JOIN callback_results result ON result.tenant_id = health.tenant_id
       WHERE health.tenant_id = lane.tenant_id
         AND (health.mails_sent > 0 OR result.failure_reason = 'proxy_down')
     )
     GROUP BY lane.tenant_id, tenant.tenant_name, tenant.workspace_id
     HAVING SUM(lane.tail - lane.head + 1) > ? OR MIN(event.created_at) <= ?`,
    [LONG_QUEUE, now - LONG_WAIT_MS],
  );
}
