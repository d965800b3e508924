import type { Audit } from '../audit/log';
import { SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import { eraseInBatches } from '../platform/storage/batch-erasure';
import type { Database } from '../platform/storage/database';
import type { StoredData } from '../platform/storage/stored-data';
import type { TenantDirectory } from '../tenants/directory';
import { REMOVED_CONVERSATIONS as OWN } from './model';
import { startSweeps } from '../platform/tasks/sweeps';

export interface TenantErasureOptions {
  database: Database;
  directory: Pick<TenantDirectory, 'invalidate'>;
  clock: Clock;
  audit: Audit;
  data: readonly StoredData[];
}

const TENANTS_A_SWEEP = 20;
const SWEEP_MS = 20 * SECOND;

interface DueTenant {
  tenantId: string;
  workspaceId: string;
}

/** Erases the tenants whose time is over. Returns how many. @internal for its tests */
export function createTenantErasure({
  database,
  directory,
  clock,
  audit,
  data,
}: TenantErasureOptions) {
  return async (isStopped: () => boolean): Promise<number> => {
    const due = await database.read.rows<DueTenant>(
      `SELECT tenant_id AS tenantId, workspace_id AS workspaceId FROM tenants
       WHERE deletes_at <= ? ORDER BY deletes_at LIMIT ${TENANTS_A_SWEEP}`,
      [clock()],
    );
    let erased = 0;
    for (const tenant of due) {
      if (isStopped()) break;
      if (await begin(tenant)) erased += (await erase(tenant, isStopped)) ? 1 : 0;
    }
    if (erased > 0) database.forgetDeleted();
    return erased;
  };

  /** Makes the deletion final. False: the tenant was restored at the last moment. */
  async function begin({ tenantId }: DueTenant): Promise<boolean> {
    await database.transaction((tx) =>
      tx.run(
        `UPDATE tenants SET restores_to = NULL
         WHERE tenant_id = ? AND deletes_at <= ? AND restores_to IS NOT NULL`,
        [tenantId, clock()],
      ),
    );
    const rows = await database.read.rows(
      `SELECT 1 FROM tenants WHERE tenant_id = ? AND status = 'deleting' AND restores_to IS NULL`,
      [tenantId],
    );
    return rows.length > 0;
  }

  async function erase(tenant: DueTenant, isStopped: () => boolean): Promise<boolean> {
    const { tenantId, workspaceId } = tenant;
    for (const { beforeTenant } of data) {
      if (beforeTenant && !(await beforeTenant(tenantId, isStopped))) return false;
    }
    for (const { name: table, key } of [...data.flatMap(({ ofTenant = [] }) => ofTenant), OWN]) {
      const rows = { table, key, where: 'tenant_id = ?', params: [tenantId] };
      await eraseInBatches(database, rows, isStopped);
    }
    for (const { afterTenant } of data) await afterTenant?.(database, tenantId, isStopped);
    if (isStopped()) return false;
    // The tenant's own row is deleted last, so that an interrupted erasure is continued.
    const isLast = await database.transaction(async (tx) => {
      const gone = await tx.run('DELETE FROM tenants WHERE tenant_id = ?', [tenantId]);
      if (gone === 0) return false;
      const entry = { workspaceId, action: 'tenant.erased' as const, actor: null, ip: null };
      await audit.forgetDetails(tx, tenantId);
      await audit.record(tx, { ...entry, subject: tenantId });
      return true;
    });
    directory.invalidate(tenantId);
    return isLast;
  }
}

/** Looks for due tenants until it is stopped. Several nodes may erase one tenant together. */
export function startTenantErasure({ log, ...options }: TenantErasureOptions & { log: Logger }) {
  return startSweeps(SWEEP_MS, createTenantErasure(options), (err) =>
    log.warn({ event: 'tenant.erasure_failed', err }, 'could not erase a deleted tenant yet'),
  );
}
