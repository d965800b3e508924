import type { AuditAction } from '../audit/actions';
import type { Audit } from '../audit/log';
import { DAY, iso, type Clock } from '../platform/clock';
import { AppError, invalidField } from '../platform/errors';
import type { Database, Tx } from '../platform/storage/database';
import { requireConfirmed, type Caller } from '../workspaces/principal';
import type { Roles } from '../workspaces/roles';
import type { TenantDirectory } from './directory';
import { markChanged, readTenant } from './store';
import type { Tenant } from './tenant';
import { isSameText } from '../platform/typed-text';

/** In ms. The time in which a deletion can be taken back. */
const KEPT_MS = 7 * DAY;

export interface TenantDeletionDeps {
  database: Database;
  directory: Pick<TenantDirectory, 'invalidate'>;
  clock: Clock;
  roles: Roles;
  audit: Audit;
}

/** Deletes tenants, for owners. Until `deletesAt` the tenant's visitors and callbacks are treated as suspended. */
export interface TenantDeletion {
  /**
   * Begins a deletion. Repeating it changes nothing.
   * @param name the tenant's name, as proof that it is the right one
   */
  delete(caller: Caller, tenantId: string, name: string): Promise<Tenant>;
  /**
   * Gives the tenant its earlier status, which may be suspended. Changes nothing if the tenant is not being deleted.
   * @throws {AppError} state_conflict once its rows are being erased
   */
  restore(caller: Caller, tenantId: string): Promise<Tenant>;
}

export function createTenantDeletion(deps: TenantDeletionDeps): TenantDeletion {
  const { database, directory, clock, roles, audit } = deps;

  const owned = async ({ accountId }: Caller, tenantId: string): Promise<Tenant> => {
    const tenant = await readTenant(database, tenantId);
    if (!tenant) throw new AppError('not_found');
    await roles.requireRole(accountId, tenant.workspaceId, 'owner');
    return tenant;
  };

  /** @param change returns the number of rows that it changed */
  const apply = async (
    caller: Caller,
    { tenantId, workspaceId }: Tenant,
    { action, details }: { action: AuditAction; details: object },
    change: (tx: Tx) => Promise<number>,
  ): Promise<Tenant> => {
    await database.transaction(async (tx) => {
      if ((await change(tx)) === 0) return;
      await markChanged(tx, tenantId, clock());
      const { ip } = caller;
      const entry = { workspaceId, action, actor: caller, ip, subject: tenantId };
      await audit.record(tx, { ...entry, details: { ...details } });
    });
    directory.invalidate(tenantId);
    const changed = await readTenant(database, tenantId);
    if (!changed) throw new AppError('not_found');
    return changed;
  };

  return {
    delete: async (caller, tenantId, name) => {
      const tenant = await owned(caller, tenantId);
      if (!isSameText(name, tenant.name)) {
        throw invalidField('tenant_name', 'any_only', 'must be the name of this tenant');
      }
      requireConfirmed(caller);
      const deletesAt = clock() + KEPT_MS;
      const event = { action: 'tenant.deleted' as const, details: { deletes_at: iso(deletesAt) } };
      return apply(caller, tenant, event, (tx) =>
        tx.run(
          `UPDATE tenants SET restores_to = status, status = 'deleting', deletes_at = ?
           WHERE tenant_id = ? AND status <> 'deleting'`,
          [deletesAt, tenantId],
        ),
      );
    },

    restore: async (caller, tenantId) => {
      const tenant = await owned(caller, tenantId);
      const event = { action: 'tenant.restored' as const, details: {} };
      const restored = await apply(caller, tenant, event, (tx) =>
        tx.run(
          `UPDATE tenants SET status = restores_to, restores_to = NULL, deletes_at = NULL
           WHERE tenant_id = ? AND status = 'deleting' AND restores_to IS NOT NULL
             AND deletes_at > ?`,
          [tenantId, clock()],
        ),
      );
      if (restored.status === 'deleting') {
        throw new AppError('state_conflict', { message: 'This tenant is being erased.' });
      }
      return restored;
    },
  };
}
