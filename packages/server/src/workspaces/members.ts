import type { Audit } from '../audit/log';
import { AppError } from '../platform/errors';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import type { Page } from '../platform/http/fields';
import { createAwaitedSignal, type Listen } from '../platform/signal';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { forUpdate, type Sql } from '../platform/storage/sql';
import { MEMBERSHIPS } from './model';
import { requireConfirmed, type Caller } from './principal';
import { mayManage, roleOf, type Role, type Roles } from './roles';

export interface MemberRow {
  workspace_id: string;
  account_id: string;
  email: string;
  display_name: string;
  role: Role;
  created_at: number;
}

export interface Members {
  list(caller: Caller, workspaceId: string, page: Page): Promise<PageOf<MemberRow>>;
  update(caller: Caller, workspaceId: string, accountId: string, role: Role): Promise<MemberRow>;
  remove(caller: Caller, workspaceId: string, accountId: string): Promise<void>;
  /**
   * Ends every membership of an account that is being deleted.
   * @throws {AppError} last_owner with the workspaces that have no other owner
   */
  leaveAll(tx: Tx, caller: Caller): Promise<void>;
  /** Runs in the transaction that ends the membership. */
  onRemoved: Listen<RemovedMember, Promise<void>>;
}

export interface RemovedMember {
  /** The transaction that ends the membership: what a listener writes in it is committed with the removal. */
  tx: Tx;
  workspaceId: string;
  accountId: string;
}

export interface MembersOptions {
  database: Database;
  audit: Audit;
  roles: Roles;
}

export function createMembers(options: MembersOptions): Members {
  const { database, audit, roles } = options;
  const memberships = modelOf(database, MEMBERSHIPS);
  const removals = createAwaitedSignal<RemovedMember>();

  /** Returns the target's role, if the caller may change it. The workspace stays locked until the transaction ends. */
  const lockTarget = async (
    tx: Tx,
    caller: Caller,
    workspaceId: string,
    accountId: string,
  ): Promise<Role> => {
    await lockWorkspace(tx, workspaceId);
    const actorRole = await roleOf(tx, caller.accountId, workspaceId);
    if (actorRole === null) throw new AppError('not_found');
    if (!mayManage(actorRole, 'operator')) throw new AppError('insufficient_role');
    const targetRole = await roleOf(tx, accountId, workspaceId);
    if (targetRole === null) throw new AppError('not_found');
    if (!mayManage(actorRole, targetRole)) throw new AppError('insufficient_role');
    return targetRole;
  };

  return {
    list: async (caller, workspaceId, { limit, cursor }) => {
      await roles.requireRole(caller.accountId, workspaceId, 'admin');
      const [after] = readCursor(cursor, 'string') ?? [''];
      const rows = await membersOf(
        database.read,
        workspaceId,
        'AND m.account_id > ? ORDER BY m.account_id LIMIT ?',
        [after, limit + 1],
      );
      return toPage(rows, limit, ({ account_id }) => [account_id]);
    },

    update: async (caller, workspaceId, accountId, role) => {
      const actorRole = await roles.requireRole(caller.accountId, workspaceId, 'admin');
      if (!mayManage(actorRole, role)) throw new AppError('insufficient_role');
      return database.transaction(async (tx) => {
        const before = await lockTarget(tx, caller, workspaceId, accountId);
        if (role === 'owner') requireConfirmed(caller);
        if (before === 'owner' && role !== 'owner') await keepOneOwner(tx, workspaceId);
        if (before !== role) {
          await memberships.update(
            { role },
            {
              where: { workspace_id: workspaceId, account_id: accountId },
              transaction: await tx.forModels(),
            },
          );
          await audit.record(tx, {
            workspaceId,
            action: 'member.updated',
            actor: caller,
            ip: caller.ip,
            subject: accountId,
            details: { from: before, to: role },
          });
        }
        const [member] = await membersOf(tx, workspaceId, 'AND m.account_id = ?', [accountId]);
        return member!; // its role was read above, in this transaction
      });
    },

    remove: (caller, workspaceId, accountId) =>
      database.transaction(async (tx) => {
        const role = await lockTarget(tx, caller, workspaceId, accountId);
        if (role === 'owner') await keepOneOwner(tx, workspaceId);
        await memberships.destroy({
          where: { workspace_id: workspaceId, account_id: accountId },
          transaction: await tx.forModels(),
        });
        await removals.emit({ tx, workspaceId, accountId });
        await audit.record(tx, {
          workspaceId,
          action: 'member.removed',
          actor: caller,
          ip: caller.ip,
          subject: accountId,
          details: { role },
        });
      }),

    leaveAll: async (tx, caller) => {
      const { accountId, ip } = caller;
      const workspaces = await lockWorkspacesOf(tx, accountId);
      const withoutOwner = await ownedAlone(tx, accountId);
      if (withoutOwner.length > 0) {
        throw new AppError('last_owner', { data: { details: withoutOwner } });
      }
      for (const { workspace_id: workspaceId } of workspaces) {
        await removals.emit({ tx, workspaceId, accountId });
        const entry = { workspaceId, action: 'member.removed' as const, actor: caller, ip };
        await audit.record(tx, {
          ...entry,
          subject: accountId,
          details: { account_deleted: true },
        });
      }
      await tx.run('DELETE FROM memberships WHERE account_id = ?', [accountId]);
    },

    onRemoved: removals.on,
  };
}

/**
 * Locks a workspace for a change of its members, and returns its name. Without the lock, two owners who leave at once
 * would leave no owner.
 * @throws {AppError} not_found
 */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<string> {
  const [workspace] = await tx.rows<{ workspace_name: string }>(
    `SELECT workspace_name FROM workspaces WHERE workspace_id = ?${forUpdate(tx.dialect)}`,
    [workspaceId],
  );
  if (!workspace) throw new AppError('not_found');
  return workspace.workspace_name;
}

function lockWorkspacesOf(tx: Tx, accountId: string): Promise<{ workspace_id: string }[]> {
  return tx.rows<{ workspace_id: string }>(
    `SELECT workspace_id FROM workspaces WHERE workspace_id IN
     (SELECT workspace_id FROM memberships WHERE account_id = ?)
     ORDER BY workspace_id${forUpdate(tx.dialect)}`,
    [accountId],
  );
}

/** Lists the workspaces of which the account is the only owner. */
function ownedAlone(
  tx: Tx,
  accountId: string,
): Promise<{ workspace_id: string; workspace_name: string }[]> {
  return tx.rows(
    `SELECT w.workspace_id, w.workspace_name
     FROM memberships m JOIN workspaces w ON w.workspace_id = m.workspace_id
     WHERE m.account_id = ? AND m.role = 'owner' AND NOT EXISTS (
       SELECT 1 FROM memberships o
       WHERE o.workspace_id = m.workspace_id AND o.role = 'owner' AND o.account_id <> m.account_id)
     ORDER BY w.workspace_id`,
    [accountId],
  );
}

async function keepOneOwner(tx: Tx, workspaceId: string): Promise<void> {
  const owners = await tx.rows<{ account_id: string }>(
    `SELECT account_id FROM memberships WHERE workspace_id = ? AND role = 'owner' LIMIT 2`,
    [workspaceId],
  );
  if (owners.length < 2) throw new AppError('last_owner');
}

function membersOf(
  sql: Sql,
  workspaceId: string,
  rest: string,
  params: (string | number)[],
): Promise<MemberRow[]> {
  return sql.rows(
    `SELECT m.workspace_id, m.account_id, a.email, a.display_name, m.role, m.created_at
     FROM memberships m JOIN accounts a ON a.account_id = m.account_id
     WHERE m.workspace_id = ? ${rest}`,
    [workspaceId, ...params],
  );
}
