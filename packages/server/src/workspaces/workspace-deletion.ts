import type { Audit } from '../audit/log';
import { AppError, invalidField } from '../platform/errors';
import type { Database } from '../platform/storage/database';
import { lockWorkspace } from './members';
import { requireConfirmed, type Caller } from './principal';
import type { Roles } from './roles';
import { isSameText } from '../platform/typed-text';

/**
 * The tables whose rows a workspace's deletion removes. Its tenants are deleted before; its audit entries stay, for
 * super-admins. @internal for a test that compares it with the schema
 */
export const WORKSPACE_TABLES = ['canned_replies', 'operators', 'invitations', 'memberships'];

export interface WorkspaceDeletionDeps {
  database: Database;
  roles: Roles;
  audit: Audit;
}

/**
 * Deletes a workspace at once, for its owners. `name` must be its name, as proof that it is the right one.
 * @throws {AppError} state_conflict while it has a tenant, even one that is being deleted
 */
export type DeleteWorkspace = (caller: Caller, workspaceId: string, name: string) => Promise<void>;

export function createWorkspaceDeletion(deps: WorkspaceDeletionDeps): DeleteWorkspace {
  const { database, roles, audit } = deps;
  return async (caller, workspaceId, name) => {
    await roles.requireRole(caller.accountId, workspaceId, 'owner');
    await database.transaction(async (tx) => {
      // Everything that is added to a workspace takes this lock first.
      const workspaceName = await lockWorkspace(tx, workspaceId);
      if (!isSameText(name, workspaceName)) {
        throw invalidField('name', 'any_only', 'must be the name of this workspace');
      }
      requireConfirmed(caller);
      const tenants = await tx.rows('SELECT 1 FROM tenants WHERE workspace_id = ? LIMIT 1', [
        workspaceId,
      ]);
      if (tenants.length > 0) {
        throw new AppError('state_conflict', {
          message: 'The workspace has tenants. Delete them first; each is erased after 7 days.',
        });
      }
      await tx.run(
        `DELETE FROM operator_tenants WHERE operator_id IN
         (SELECT operator_id FROM operators WHERE workspace_id = ?)`,
        [workspaceId],
      );
      for (const table of [...WORKSPACE_TABLES, 'workspaces']) {
        await tx.run(`DELETE FROM ${table} WHERE workspace_id = ?`, [workspaceId]);
      }
      await audit.forgetDetails(tx, workspaceId);
      await audit.record(tx, {
        workspaceId,
        action: 'workspace.deleted',
        actor: caller,
        ip: caller.ip,
        subject: workspaceId,
      });
    });
  };
}
