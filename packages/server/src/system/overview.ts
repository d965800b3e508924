import { Op } from 'sequelize';
import { PUBLIC_ACCOUNT, type AccountRow } from '../accounts/account';
import type { Page } from '../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import type { Database } from '../platform/storage/database';
import { modelOf } from '../platform/storage/models';
import { listColumns, type Columns } from '../platform/storage/table';
import { TENANTS } from '../tenants/model';
import { pageOfTenants } from '../tenants/store';
import type { Tenant, TenantStatus } from '../tenants/tenant';
import type { PlatformStats } from './wire';
import { NAMED_WORKSPACE, type WorkspaceRow } from '../workspaces/workspaces';

/** Reads across all workspaces. The caller has checked that the account is a super-admin. */
export interface SystemOverview {
  counts(): Promise<PlatformStats>;
  workspaces(page: Page): Promise<PageOf<WorkspaceRow>>;
  tenants(query: Page & { status?: TenantStatus | undefined }): Promise<PageOf<Tenant>>;
  /** All accounts in any state. */
  accounts(page: Page): Promise<PageOf<AccountRow>>;
}

export function createSystemOverview({ database }: { database: Database }): SystemOverview {
  const { slowRead } = database;
  const tenants = modelOf(database, TENANTS);

  /** Lists rows by id, so the oldest first: ids grow with time. */
  const listById = async <Row extends object>(
    table: Columns<Row>,
    id: keyof Row & string,
    { limit, cursor }: Page,
  ): Promise<PageOf<Row>> => {
    const [after] = readCursor(cursor, 'string') ?? [''];
    const rows = await slowRead.rows<Row>(
      `SELECT ${listColumns(table)} FROM ${table.name} WHERE ${id} > ? ORDER BY ${id} LIMIT ?`,
      [after, limit + 1],
    );
    return toPage(rows, limit, (row) => [String(row[id])]);
  };

  return {
    counts: async () => {
      // The queue is counted per tenant, because its index begins with the tenant.
      const [counts] = await slowRead.rows<PlatformStats>(
        `SELECT
           (SELECT COUNT(*) FROM workspaces) AS workspaces,
           (SELECT COUNT(*) FROM accounts) AS admins,
           (SELECT COUNT(*) FROM tenants) AS tenants,
           (SELECT COUNT(*) FROM operators) AS operators,
           (SELECT COUNT(*) FROM tenants t
              JOIN conversations c ON c.tenant_id = t.tenant_id AND c.status = 'WAITING'
           ) AS pending_assignments`,
      );
      return counts!; // an aggregate always has its row
    },

    workspaces: (page) => listById(NAMED_WORKSPACE, 'workspace_id', page),

    tenants: async ({ status, limit, cursor }) => {
      const [after] = readCursor(cursor, 'string') ?? [''];
      return pageOfTenants(limit, after, (last, count) =>
        tenants.findAll({
          where: { tenant_id: { [Op.gt]: last }, ...(status && { status }) },
          order: [['tenant_id', 'ASC']],
          limit: count,
        }),
      );
    },

    accounts: (page) => listById(PUBLIC_ACCOUNT, 'account_id', page),
  };
}
