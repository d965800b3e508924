import { requireLogin, type GlobalOptions } from '../context';
import { printResult } from '../output';
import { describeTenant } from '../tenant-text';
import { findOwnTenant } from '../tenants';

/** Shows one tenant of the account's workspaces; never its secret. */
export async function showTenant(options: GlobalOptions, wanted: string): Promise<void> {
  const tenant = await findOwnTenant(requireLogin(options).api, wanted);
  printResult(options.json, { tenant }, () => describeTenant(tenant));
}
