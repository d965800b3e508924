import type { WhereOptions } from 'sequelize';
import type { Database } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { OPERATOR_TENANTS, OPERATORS, presenceFacts, type OperatorRow } from './model';
import type { Operator } from './operator';

/** Reads operators with their tenants, in the order in which they joined. */
export async function readOperators(
  database: Database,
  where: WhereOptions<OperatorRow>,
  limit?: number,
): Promise<Operator[]> {
  const found = await modelOf(database, OPERATORS).findAll({
    where,
    order: [['operator_id', 'ASC']],
    ...(limit !== undefined && { limit }),
  });
  const rows = found.map((row) => row.get());
  const tenantIds = await readTenantIds(
    database,
    rows.map((row) => row.operator_id),
  );
  return rows.map((row) => toOperator(row, tenantIds.get(row.operator_id) ?? []));
}

async function readTenantIds(
  database: Database,
  operatorIds: string[],
): Promise<Map<string, string[]>> {
  if (operatorIds.length === 0) return new Map();
  const found = await modelOf(database, OPERATOR_TENANTS).findAll({
    where: { operator_id: operatorIds },
    order: [['tenant_id', 'ASC']],
  });
  const byOperator = new Map<string, string[]>();
  for (const { operator_id, tenant_id } of found.map((row) => row.get())) {
    byOperator.set(operator_id, [...(byOperator.get(operator_id) ?? []), tenant_id]);
  }
  return byOperator;
}

function toOperator(row: OperatorRow, tenantIds: string[]): Operator {
  return {
    operatorId: row.operator_id,
    workspaceId: row.workspace_id,
    accountId: row.account_id,
    displayName: row.display_name,
    tenantIds,
    routingKeys: JSON.parse(row.routing_keys) as string[],
    capacity: row.capacity,
    ...presenceFacts(row),
    createdAt: row.created_at,
  };
}
