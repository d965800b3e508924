import { describeTenant } from '../../relay/tenant-text';
import { findOwnTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Shows one tenant of the account's workspaces, never its secret. */
export async function showTenant(options: GlobalOptions, wanted: string): Promise<void> {
  const tenant = await findOwnTenant(requireLogin(options).api, wanted);
  printResult(options.json, { tenant }, () => describeTenant(tenant));
}
