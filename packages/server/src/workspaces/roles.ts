import { AppError } from '../platform/errors';
import type { Database } from '../platform/storage/database';
import type { Sql } from '../platform/storage/sql';

export const ROLES = ['owner', 'admin', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** A role may do everything that the roles with lower numbers may. */
const RANK: Record<Role, number> = { owner: 3, admin: 2, operator: 1 };

export function isAtLeast(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

/** Owners may give any role; admins may give any but owner. */
export function mayManage(actor: Role, target: Role): boolean {
  return isAtLeast(actor, 'admin') && isAtLeast(actor, target);
}

export interface Roles {
  /**
   * Returns the account's role, if it is sufficient. Another account's workspace gets the response of an unknown one.
   * @throws {AppError} not_found, insufficient_role
   */
  requireRole(accountId: string, workspaceId: string, needed: Role): Promise<Role>;
}

export function createRoles({ database }: { database: Database }): Roles {
  return {
    requireRole: async (accountId, workspaceId, needed) => {
      const role = await roleOf(database.read, accountId, workspaceId);
      if (role === null) throw new AppError('not_found');
      if (!isAtLeast(role, needed)) throw new AppError('insufficient_role');
      return role;
    },
  };
}

export async function roleOf(
  sql: Sql,
  accountId: string,
  workspaceId: string,
): Promise<Role | null> {
  const [row] = await sql.rows<{ role: Role }>(
    'SELECT role FROM memberships WHERE workspace_id = ? AND account_id = ?',
    [workspaceId, accountId],
  );
  return row?.role ?? null;
}
