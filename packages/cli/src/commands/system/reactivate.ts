import { findAnyTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { isId } from '../../terminal/pick-one';
import { sanitiseLine } from '../../terminal/sanitise';
import { setTenantStatus } from './tenant-status';

/** Options of `relayctl reactivate`. */
export interface ReactivateOptions extends GlobalOptions {
  reason?: string;
}

/** Ends the suspension of a tenant. For super-admins. */
export async function reactivate(options: ReactivateOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const id = isId(wanted) ? wanted : (await findAnyTenant(api, wanted)).tenant_id;
  const tenant = await setTenantStatus(api, 'reactivate', id, options);
  printResult(
    options.json,
    { tenant },
    () => `${sanitiseLine(tenant.tenant_name)} is active: its conversations continue.`,
  );
}
