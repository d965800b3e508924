import { SECOND, type Clock } from '../../platform/clock';
import { throughIndex } from '../../platform/storage/ranges';
import { placeholders, type Sql } from '../../platform/storage/sql';
import type { PresenceFacts } from '../../operators/effective-presence';
import type { Presence } from '../../operators/wire';
import type { InboxScope } from '../../operators/inbox-scope';
import { OPERATORS, presenceFacts, type OperatorRow } from '../../operators/model';
import { listColumns } from '../../platform/storage/table';
import type { QueueSummary } from '../wire';

interface CountRow {
  tenant_id: string;
  status: 'BOT' | 'WAITING' | 'ASSIGNED';
  n: number;
  since: number | null;
}

export interface QueueSummaryDeps {
  clock: Clock;
  presenceOf(operator: PresenceFacts): { presence: Presence };
}

const MAX_TENANTS = 200;

/** Counts conversations by status, for the tenants of a workspace that the account may see, ordered by name. */
export async function readQueueSummary(
  sql: Sql,
  { clock, presenceOf }: QueueSummaryDeps,
  scope: InboxScope,
  workspaceId: string,
): Promise<QueueSummary> {
  const tenants = scope.tenantsOf(workspaceId);
  if (tenants.length === 0) return { tenants: [], operators: { online: 0, absent: 0, away: 0 } };
  const ids = tenants.map(({ tenantId }) => tenantId);
  const named = await sql.rows<{ tenant_id: string }>(
    `SELECT tenant_id FROM tenants WHERE tenant_id IN ${placeholders(1, ids.length)}
     ORDER BY tenant_name, tenant_id LIMIT ${MAX_TENANTS}`,
    ids,
  );
  const shown = named.map(({ tenant_id }) => tenant_id);
  const inShown = `tenant_id IN ${placeholders(1, shown.length)}`;

  // A member is one operator of a workspace, whatever the tenant, so its routing keys are the same.
  const keys = scope.routingKeysOf(workspaceId);
  const isVisible =
    keys.length === 0
      ? ''
      : `AND (routing_key IS NULL OR routing_key IN ${placeholders(1, keys.length)})`;
  const counts = await sql.rows<CountRow>(
    `SELECT tenant_id, status, COUNT(*) AS n, MIN(waiting_since) AS since
     FROM conversations${throughIndex(sql.dialect, 'conversations_queue')}
     WHERE ${inShown} AND status IN ('BOT', 'WAITING', 'ASSIGNED') ${isVisible}
     GROUP BY tenant_id, status`,
    [...shown, ...keys],
  );
  const operatorIds = [
    ...new Set(tenants.flatMap(({ operator }) => (operator ? [operator.operatorId] : []))),
  ];
  const mine =
    operatorIds.length === 0
      ? []
      : await sql.rows<Pick<CountRow, 'tenant_id' | 'n'>>(
          `SELECT tenant_id, COUNT(*) AS n FROM conversations held
           WHERE status = 'ASSIGNED' AND operator_id IN ${placeholders(1, operatorIds.length)}
             AND ${inShown}
           GROUP BY tenant_id`,
          [...operatorIds, ...shown],
        );
  const operators = await sql.rows<OperatorRow>(
    `SELECT ${listColumns(OPERATORS, 'o')} FROM operators o
     WHERE o.workspace_id = ? AND EXISTS (
       SELECT 1 FROM operator_tenants t WHERE t.${inShown} AND t.operator_id = o.operator_id)`,
    [workspaceId, ...shown],
  );

  const now = clock();
  const count = (tenantId: string, status: CountRow['status']) =>
    counts.find((row) => row.tenant_id === tenantId && row.status === status);
  const presences = operators.map((row) => presenceOf(presenceFacts(row)).presence);
  const howMany = (presence: Presence) => presences.filter((one) => one === presence).length;
  return {
    tenants: shown.map((tenantId) => {
      const waiting = count(tenantId, 'WAITING');
      const since = waiting?.since ?? null;
      return {
        tenant_id: tenantId,
        bot: Number(count(tenantId, 'BOT')?.n ?? 0),
        waiting: Number(waiting?.n ?? 0),
        assigned: Number(count(tenantId, 'ASSIGNED')?.n ?? 0),
        mine: Number(mine.find((row) => row.tenant_id === tenantId)?.n ?? 0),
        longest_wait_s: since === null ? null : Math.max(0, Math.floor((now - since) / SECOND)),
      };
    }),
    operators: {
      online: howMany('online'),
      absent: howMany('absent'),
      away: howMany('away'),
    },
  };
}
