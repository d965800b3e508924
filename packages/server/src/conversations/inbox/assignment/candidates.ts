import { IS_ONLINE } from '../../../operators/effective-presence';
import { mayServe } from '../../../operators/operator';
import { placeholders, type Sql } from '../../../platform/storage/sql';
import type { Assignee } from '../../rules/state';

/** An operator to whom the relay may hand conversations. */
export interface Candidate extends Assignee {
  tenantIds: string[];
  /** Empty: every queue. */
  routingKeys: string[];
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
 * Tenants with automatic assignment in which a conversation waits, in one statement. Its condition `<> 'off'` looks
 * redundant, but SQLite uses the partial index only with it.
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
 * @param silentSince in ms; operators who were not seen after it are absent
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
 * Picks the operator with the most room; among equals, the one whose last assignment is the longest ago. Never picks
 * the operator who has just released the conversation.
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
