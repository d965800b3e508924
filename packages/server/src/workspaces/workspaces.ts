import type { Audit } from '../audit/log';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import { newId } from '../platform/ids';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import type { Page } from '../platform/http/fields';
import type { Database, Tx } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { requireQuota } from '../platform/storage/quota';
import { insertRows, type Sql } from '../platform/storage/sql';
import { pickColumns, type RowOf } from '../platform/storage/table';
import { MEMBERSHIPS, WORKSPACES } from './model';
import type { Caller } from './principal';
import type { Role, Roles } from './roles';

export const NAMED_WORKSPACE = pickColumns(
  WORKSPACES,
  'workspace_id',
  'workspace_name',
  'created_at',
);
export type WorkspaceRow = RowOf<typeof NAMED_WORKSPACE>;

/** A workspace, with the role of one of its members. */
export interface MembershipRow extends WorkspaceRow {
  role: Role;
}

export interface Workspaces {
  /** Creates a workspace with its first owner, in the caller's transaction. */
  createOwned(tx: Tx, name: string, ownerId: string): Promise<MembershipRow>;
  /** @throws {AppError} not_system_admin, or rate_limited if the account has created as many as it may */
  create(caller: Caller, name: string): Promise<MembershipRow>;
  update(caller: Caller, workspaceId: string, name: string): Promise<MembershipRow>;
  list(accountId: string, page: Page): Promise<PageOf<MembershipRow>>;
  workspacesOf(accountId: string): Promise<MembershipRow[]>;
}

export interface WorkspacesOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  roles: Roles;
  /** The number of workspaces that an account may create. */
  maxPerAccount: number;
  /** `admins`: only super-admins may create workspaces. */
  mayCreate: 'all' | 'admins';
}

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { database, clock, audit, roles, maxPerAccount } = options;

  const createOwned: Workspaces['createOwned'] = async (tx, name, ownerId) => {
    const workspaceId = newId();
    const now = clock();
    await insertRows(tx, WORKSPACES, [
      { workspace_id: workspaceId, workspace_name: name, created_at: now, created_by: ownerId },
    ]);
    await insertRows(tx, MEMBERSHIPS, [
      { workspace_id: workspaceId, account_id: ownerId, role: 'owner', created_at: now },
    ]);
    return { workspace_id: workspaceId, workspace_name: name, created_at: now, role: 'owner' };
  };

  return {
    createOwned,
    create: async (caller, name) => {
      if (options.mayCreate === 'admins' && !caller.isSystem)
        throw new AppError('not_system_admin');
      return database.transaction(async (tx) => {
        await requireQuota(tx, {
          owner: 'SELECT account_id FROM accounts WHERE account_id = ?',
          count: 'SELECT COUNT(*) AS n FROM workspaces WHERE created_by = ?',
          id: caller.accountId,
          max: maxPerAccount,
        });
        const workspace = await createOwned(tx, name, caller.accountId);
        await audit.record(tx, {
          workspaceId: workspace.workspace_id,
          action: 'workspace.created',
          actor: caller,
          ip: caller.ip,
          subject: workspace.workspace_id,
          details: { name },
        });
        return workspace;
      });
    },
    update: async (caller, workspaceId, name) => {
      await roles.requireRole(caller.accountId, workspaceId, 'admin');
      return database.transaction(async (tx) => {
        await modelOf(database, WORKSPACES).update(
          { workspace_name: name },
          { where: { workspace_id: workspaceId }, transaction: await tx.forModels() },
        );
        await audit.record(tx, {
          workspaceId,
          action: 'workspace.updated',
          actor: caller,
          ip: caller.ip,
          subject: workspaceId,
          details: { name },
        });
        const [workspace] = await membershipsOf(tx, caller.accountId, 'AND m.workspace_id = ?', [
          workspaceId,
        ]);
        return workspace!; // the role was checked above
      });
    },
    list: async (accountId, { limit, cursor }) => {
      const [after] = readCursor(cursor, 'string') ?? [''];
      const rows = await membershipsOf(
        database.read,
        accountId,
        'AND m.workspace_id > ? ORDER BY m.workspace_id LIMIT ?',
        [after, limit + 1],
      );
      return toPage(rows, limit, ({ workspace_id }) => [workspace_id]);
    },
    workspacesOf: (accountId) =>
      membershipsOf(database.read, accountId, 'ORDER BY m.workspace_id', []),
  };
}

function membershipsOf(
  sql: Sql,
  accountId: string,
  rest: string,
  params: (string | number)[],
): Promise<MembershipRow[]> {
  return sql.rows(
    `SELECT w.workspace_id, w.workspace_name, w.created_at, m.role
     FROM memberships m JOIN workspaces w ON w.workspace_id = m.workspace_id
     WHERE m.account_id = ? ${rest}`,
    [accountId, ...params],
  );
}
