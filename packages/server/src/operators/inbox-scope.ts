import { AppError } from '../platform/errors';
import type { Sql } from '../platform/storage/sql';
import { isAtLeast, type Role } from '../workspaces/roles';

/** A tenant, and the account's rights in it. */
export interface TenantScope {
  tenantId: string;
  workspaceId: string;
  role: Role;
  /** Null for an admin who is no operator of the tenant. */
  operator: { operatorId: string; displayName: string; routingKeys: string[] } | null;
}

/** The conversations that an account may see. Every read for the inbox is limited by it. */
export interface InboxScope {
  tenantIds(): string[];
  tenantsOf(workspaceId: string): TenantScope[];
  /** The queues of the workspace that the account answers; empty for all. */
  routingKeysOf(workspaceId: string): string[];
  hasWorkspace(workspaceId: string): boolean;
  isAdminOf(workspaceId: string): boolean;
  /** The account's operators. A conversation that one of them has claimed is the account's own. */
  operatorIds(): string[];
  /** @throws {AppError} not_found for a tenant that the account may not see */
  tenant(tenantId: string): TenantScope;
  /** Admins see all queues of a tenant. Operators see their own, and conversations without a queue. */
  maySee(tenantId: string, routingKey: string | null): boolean;
}

interface ScopeRow {
  /** Null if the workspace has no tenant. */
  tenant_id: string | null;
  workspace_id: string;
  role: Role;
  operator_id: string | null;
  display_name: string | null;
  routing_keys: string | null;
  serves: string | null;
}

/** Reads the scope. It is read on each request, so that a role that was removed has no effect any more. */
export async function readInboxScope(sql: Sql, accountId: string): Promise<InboxScope> {
  const rows = await sql.rows<ScopeRow>(
    `SELECT t.tenant_id, m.workspace_id, m.role, o.operator_id, o.display_name, o.routing_keys,
            ot.tenant_id AS serves
     FROM memberships m
     LEFT JOIN tenants t ON t.workspace_id = m.workspace_id
     LEFT JOIN operators o ON o.workspace_id = m.workspace_id AND o.account_id = m.account_id
     LEFT JOIN operator_tenants ot ON ot.tenant_id = t.tenant_id AND ot.operator_id = o.operator_id
     WHERE m.account_id = ?`,
    [accountId],
  );
  const tenants = new Map<string, TenantScope>();
  const workspaces = new Map(rows.map((row) => [row.workspace_id, row.role]));
  for (const row of rows) {
    const isServing = row.serves !== null;
    if (row.tenant_id === null) continue;
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
  const tenantsOf = (workspaceId: string): TenantScope[] =>
    [...tenants.values()].filter((tenant) => tenant.workspaceId === workspaceId);
  return {
    tenantsOf,
    routingKeysOf: (workspaceId) => {
      const [tenant] = tenantsOf(workspaceId);
      if (!tenant || isAtLeast(tenant.role, 'admin')) return [];
      return tenant.operator?.routingKeys ?? [];
    },
    tenantIds: () => [...tenants.keys()],
    operatorIds: () =>
      [...tenants.values()].flatMap(({ operator }) => (operator ? [operator.operatorId] : [])),
    hasWorkspace: (workspaceId) => workspaces.has(workspaceId),
    isAdminOf: (workspaceId) => {
      const role = workspaces.get(workspaceId);
      return role !== undefined && isAtLeast(role, 'admin');
    },
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
