import { findAnyTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { isId } from '../../terminal/pick-one';
import { sanitiseLine } from '../../terminal/sanitise';
import { setTenantStatus } from './tenant-status';

/** Options of `relayctl suspend`. */
export interface SuspendOptions extends GlobalOptions {
  reason?: string;
  yes?: boolean;
}

/** Suspends a tenant: its visitors, its backend's calls and its callbacks. For super-admins. */
export async function suspend(options: SuspendOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  let id = wanted;
  if (!options.yes || !isId(wanted)) {
    const { tenant_id, tenant_name } = await findAnyTenant(api, wanted);
    id = tenant_id;
    if (!options.yes) {
      await confirmByName(
        `Visitors of ${sanitiseLine(tenant_name)} are disconnected within 2 s. Its callbacks wait.`,
        tenant_name,
      );
    }
  }
  const tenant = await setTenantStatus(api, 'suspend', id, options);
  printResult(options.json, { tenant }, () => {
    const name = sanitiseLine(tenant.tenant_name);
    return `${name} is suspended. To undo this: relayctl reactivate ${tenant.tenant_id}`;
  });
}
