import { AppError } from '../platform/errors';
import type { Sql } from '../platform/storage/sql';
import { isAtLeast, type Role } from '../workspaces/roles';

/** One tenant as an account may work on it. */
export interface TenantScope {
  tenantId: string;
  workspaceId: string;
  role: Role;
  /** Null for an admin who doesn't answer visitors. */
  operator: { operatorId: string; displayName: string; routingKeys: string[] } | null;
}

/** What of all conversations an account may see. Every read of the inbox takes it. */
export interface InboxScope {
  tenantIds(): string[];
  hasWorkspace(workspaceId: string): boolean;
  /** As whom the account answers; in a list of its own conversations. */
  operatorIds(): string[];
  /** @throws {AppError} not_found for a tenant that is not theirs */
  tenant(tenantId: string): TenantScope;
  /** Admins see all queues of a tenant; an operator those that are theirs, and unmarked ones. */
  maySee(tenantId: string, routingKey: string | null): boolean;
}

interface ScopeRow {
  tenant_id: string;
  workspace_id: string;
  role: Role;
  operator_id: string | null;
  display_name: string | null;
  routing_keys: string | null;
  serves: string | null;
}

/** Read anew on each request: a role that was taken away is gone at once. */
export async function readInboxScope(sql: Sql, accountId: string): Promise<InboxScope> {
  const rows = await sql.rows<ScopeRow>(
    `SELECT t.tenant_id, t.workspace_id, m.role, o.operator_id, o.display_name, o.routing_keys,
            ot.tenant_id AS serves
     FROM memberships m
     JOIN tenants t ON t.workspace_id = m.workspace_id
     LEFT JOIN operators o ON o.workspace_id = m.workspace_id AND o.account_id = m.account_id
     LEFT JOIN operator_tenants ot ON ot.tenant_id = t.tenant_id AND ot.operator_id = o.operator_id
     WHERE m.account_id = ?`,
    [accountId],
  );
  const tenants = new Map<string, TenantScope>();
  const workspaces = new Set(rows.map((row) => row.workspace_id));
  for (const row of rows) {
    const isServing = row.serves !== null;
    if (!isServing && !isAtLeast(row.role, 'admin')) continue;
    tenants.set(row.tenant_id, {
      tenantId: row.tenant_id,
      workspaceId: row.workspace_id,
      role: row.role,
      operator:
        isServing && row.operator_id !== null
          ? {
              operatorId: row.operator_id,
              displayName: row.display_name ?? '',
              routingKeys: JSON.parse(row.routing_keys ?? '[]') as string[],
            }
          : null,
    });
  }
  return {
    tenantIds: () => [...tenants.keys()],
    operatorIds: () =>
      [...tenants.values()].flatMap(({ operator }) => (operator ? [operator.operatorId] : [])),
    hasWorkspace: (workspaceId) => workspaces.has(workspaceId),
    tenant: (tenantId) => {
      const tenant = tenants.get(tenantId);
      if (!tenant) throw new AppError('not_found');
      return tenant;
    },
    maySee: (tenantId, routingKey) => {
      const tenant = tenants.get(tenantId);
      if (!tenant) return false;
      if (isAtLeast(tenant.role, 'admin') || routingKey === null) return true;
      const keys = tenant.operator?.routingKeys ?? [];
      return keys.length === 0 || keys.includes(routingKey);
    },
  };
}
