import { newId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';

/** Makes accounts members of a workspace and operators of its tenants. Gives the accounts. */
export async function addOperators(
  database: Database,
  where: { workspaceId: string; tenantIds: readonly string[]; operatorIds: readonly string[] },
): Promise<string[]> {
  const { workspaceId: workspace_id, tenantIds, operatorIds } = where;
  const created_at = Date.now();
  const operators = operatorIds.map((operator_id) => ({
    operator_id,
    workspace_id,
    account_id: newId(),
    display_name: 'Ann',
    routing_keys: '["paris"]',
    capacity: 10,
    presence: 'online',
    last_seen_at: created_at,
    created_at,
  }));
  const accountIds = operators.map(({ account_id }) => account_id);
  const memberships = accountIds.map((account_id) => ({
    workspace_id,
    account_id,
    role: 'operator',
    created_at,
  }));
  const served = tenantIds.flatMap((tenant_id) =>
    operatorIds.map((operator_id) => ({ tenant_id, operator_id })),
  );
  await database.transaction(async (tx) => {
    const all = { operators, memberships, operator_tenants: served };
    for (const [name, rows] of Object.entries(all)) {
      await insertRows(tx, { name, columns: Object.keys(rows[0] ?? {}) }, rows);
    }
  });
  return accountIds;
}
