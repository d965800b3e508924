import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

/** Restores a tenant that is being deleted. */
export async function restoreTenant(options: GlobalOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await findTenant(api, wanted);
  const answer = await api.post('console/restore/tenant', { tenant_id });
  const { tenant_name, status } = answer.tenant;
  printResult(
    options.json,
    answer,
    () => `Restored ${sanitiseLine(tenant_name)}. It is ${status}.`,
  );
}
