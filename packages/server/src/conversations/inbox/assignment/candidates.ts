import { IS_ONLINE } from '../../../operators/effective-presence';
import { mayServe } from '../../../operators/operator';
import { placeholders, type Sql } from '../../../platform/storage/sql';
import type { Assignee } from '../../rules/state';

/** An operator to whom the relay may hand conversations. */
export interface Candidate extends Assignee {
  tenantIds: string[];
  /** Empty: every queue. */
  routingKeys: string[];
  /** How many more conversations they have room for. */
  free: number;
  lastAssignedAt: number;
}

interface Row {
  operator_id: string;
  display_name: string;
  routing_keys: string;
  capacity: number;
  last_assigned_at: number;
}

/**
 * Tenants whose conversations are handed out, and in which one waits. One statement for all tenants, by an index
 * that leaves out those that are off: SQLite uses it only if the statement does so as well.
 */
export async function findWaitingTenants(sql: Sql): Promise<string[]> {
  const rows = await sql.rows<{ tenant_id: string }>(
    `SELECT t.tenant_id FROM tenants t WHERE t.assignment = 'capacity' AND t.assignment <> 'off' AND EXISTS
       (SELECT 1 FROM conversations c WHERE c.tenant_id = t.tenant_id AND c.status = 'WAITING')`,
  );
  return rows.map((row) => row.tenant_id);
}

/**
 * The tenant's operators who are online and have room.
 * @param silentSince in ms: one who was not seen after it is absent
 */
export async function findCandidates(
  sql: Sql,
  tenantId: string,
  silentSince: number,
): Promise<Candidate[]> {
  const rows = await sql.rows<Row>(
    `SELECT o.operator_id, o.display_name, o.routing_keys, o.capacity, o.last_assigned_at
     FROM operator_tenants t JOIN operators o ON o.operator_id = t.operator_id
     WHERE t.tenant_id = ? AND ${IS_ONLINE}`,
    [tenantId, silentSince],
  );
  const held = await countHeld(
    sql,
    rows.map((row) => row.operator_id),
  );
  return rows
    .map((row) => ({
      operatorId: row.operator_id,
      displayName: row.display_name,
      tenantIds: [tenantId],
      routingKeys: JSON.parse(row.routing_keys) as string[],
      free: row.capacity - (held.get(row.operator_id) ?? 0),
      lastAssignedAt: row.last_assigned_at,
    }))
    .filter(({ free }) => free > 0);
}

async function countHeld(sql: Sql, operatorIds: readonly string[]): Promise<Map<string, number>> {
  if (operatorIds.length === 0) return new Map();
  const rows = await sql.rows<{ operator_id: string; held: number }>(
    `SELECT operator_id, COUNT(*) AS held FROM conversations
     WHERE status = 'ASSIGNED' AND operator_id IN ${placeholders(1, operatorIds.length)}
     GROUP BY operator_id`,
    [...operatorIds],
  );
  return new Map(rows.map((row) => [row.operator_id, row.held]));
}

/**
 * Who gets the conversation: the one with the most room, and of those the one who got none for the longest time.
 * Never who has just given it back.
 */
export function choose(
  candidates: readonly Candidate[],
  conversation: { tenantId: string; routingKey: string | null; releasedBy: string | null },
): Candidate | null {
  const { tenantId, routingKey, releasedBy } = conversation;
  const [chosen] = candidates
    .filter((one) => one.free > 0 && one.operatorId !== releasedBy)
    .filter((one) => mayServe(one, tenantId, routingKey))
    .toSorted((one, other) => other.free - one.free || one.lastAssignedAt - other.lastAssignedAt);
  return chosen ?? null;
}
