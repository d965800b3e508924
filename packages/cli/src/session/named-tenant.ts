import { findTenant } from '../relay/tenants';
import { isId } from '../terminal/pick-one';
import { requireLogin, type GlobalOptions } from './context';

/** Returns a tenant's id, for commands that work without a relay: a login is needed only to look up a name. */
export async function namedTenantId(options: GlobalOptions, wanted: string): Promise<string> {
  if (isId(wanted)) return wanted.trim().toLowerCase();
  return (await findTenant(requireLogin(options).api, wanted)).tenant_id;
}
