import type { Audit } from '../audit/log';
import { AppError } from '../platform/errors';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenants } from '../tenants/service';
import type { Tenant, TenantStatus } from '../tenants/tenant';
import { requireConfirmed, type Caller } from '../workspaces/principal';

export interface SuspensionDeps {
  tenants: Pick<Tenants, 'setStatus'>;
  directory: Pick<TenantDirectory, 'find'>;
  audit: Audit;
}

/**
 * Suspends or reactivates a tenant. The listeners of the tenant's changes apply it to sockets, tokens and
 * callbacks. A repetition changes and records nothing.
 * @throws {AppError} not_found
 */
export type SetTenantStatus = (
  caller: Caller,
  tenantId: string,
  status: Exclude<TenantStatus, 'deleting'>,
  reason: string | null,
) => Promise<Tenant>;

const ACTIONS = { suspended: 'tenant.suspended', active: 'tenant.reactivated' } as const;

export function createSuspension({ tenants, directory, audit }: SuspensionDeps): SetTenantStatus {
  return async (caller, tenantId, status, reason) => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    if (status === 'suspended') requireConfirmed(caller);
    return tenants.setStatus(tenantId, status, reason, (tx) =>
      audit.record(tx, {
        workspaceId: tenant.workspaceId,
        action: ACTIONS[status],
        actor: caller,
        ip: caller.ip,
        subject: tenantId,
        details: { reason },
      }),
    );
  };
}
