import {
  DataTypes,
  type Model,
  type ModelStatic,
  type Sequelize,
  type WhereOptions,
} from 'sequelize';
import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import type { Operator, Presence } from './operator';

export interface OperatorRow {
  operatorId: string;
  workspaceId: string;
  accountId: string;
  displayName: string;
  /** JSON. */
  routingKeys: string;
  capacity: number;
  presence: Presence;
  lastSeenAt: number;
  createdAt: number;
}

export type OperatorModel = ModelStatic<Model<OperatorRow>>;

export function operatorModel(sequelize: Sequelize): OperatorModel {
  if (sequelize.isDefined('Operator')) return sequelize.model('Operator') as OperatorModel;
  return sequelize.define<Model<OperatorRow>>(
    'Operator',
    {
      operatorId: { type: DataTypes.CHAR(36), primaryKey: true },
      workspaceId: DataTypes.CHAR(36),
      accountId: DataTypes.CHAR(36),
      displayName: DataTypes.STRING(80),
      routingKeys: DataTypes.TEXT,
      capacity: DataTypes.INTEGER,
      presence: DataTypes.STRING(10),
      lastSeenAt: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { tableName: 'operators' },
  );
}

/** Operators in the order in which they joined, each with their tenants. */
export async function readOperators(
  database: Database,
  where: WhereOptions<OperatorRow>,
  limit?: number,
): Promise<Operator[]> {
  const found = await operatorModel(database.sequelize).findAll({
    where,
    order: [['operatorId', 'ASC']],
    ...(limit !== undefined && { limit }),
  });
  const rows = found.map((row) => row.get());
  const tenantIds = await readTenantIds(
    database,
    rows.map(({ operatorId }) => operatorId),
  );
  return rows.map((row) => ({
    ...row,
    routingKeys: JSON.parse(row.routingKeys) as string[],
    tenantIds: tenantIds.get(row.operatorId) ?? [],
  }));
}

async function readTenantIds(
  database: Database,
  operatorIds: string[],
): Promise<Map<string, string[]>> {
  if (operatorIds.length === 0) return new Map();
  const rows = await database.read.rows<{ operator_id: string; tenant_id: string }>(
    `SELECT operator_id, tenant_id FROM operator_tenants WHERE operator_id IN ${placeholders(1, operatorIds.length)} ORDER BY tenant_id`,
    operatorIds,
  );
  const byOperator = new Map<string, string[]>();
  for (const { operator_id, tenant_id } of rows) {
    byOperator.set(operator_id, [...(byOperator.get(operator_id) ?? []), tenant_id]);
  }
  return byOperator;
}
