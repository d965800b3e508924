import { describeTenant } from '../../relay/tenant-text';
import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Shows one tenant of the account's workspaces, never its secret. */
export async function showTenant(options: GlobalOptions, wanted: string): Promise<void> {
  const tenant = await findTenant(requireLogin(options).api, wanted);
  printResult(options.json, { tenant }, () => describeTenant(tenant));
}
