import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { setTenantStatus } from './tenant-status';

export interface ReactivateOptions extends GlobalOptions {
  reason?: string;
}

/** Ends the suspension of a tenant. For super-admins. */
export async function reactivate(options: ReactivateOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await findTenant(api, wanted, 'platform');
  const tenant = await setTenantStatus(api, 'reactivate', tenant_id, options);
  printResult(
    options.json,
    { tenant },
    () => `Reactivated ${sanitiseLine(tenant.tenant_name)}. Its conversations continue.`,
  );
}
