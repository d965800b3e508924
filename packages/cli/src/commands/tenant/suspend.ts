import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { setTenantStatus } from './tenant-status';

export interface SuspendOptions extends GlobalOptions {
  reason?: string;
  yes?: boolean;
}

/** Suspends a tenant: its visitors, its backend's calls and its callbacks. For super-admins. */
export async function suspend(options: SuspendOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await findTenant(api, wanted, 'platform');
  const name = sanitiseLine(tenant_name);
  if (!options.yes) {
    await confirmByName(
      `This will disconnect the visitors of ${name} within 2 s. Its callbacks will wait.`,
      tenant_name,
    );
  }
  const tenant = await setTenantStatus(api, 'suspend', tenant_id, options);
  printResult(
    options.json,
    { tenant },
    () => `Suspended ${name}. To undo this: relayctl tenant reactivate ${tenant_id}`,
  );
}
