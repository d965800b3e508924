import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';

/** Creates and prints a pending secret, in place of one that was never activated. */
export async function rotateSecret(options: GlobalOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await findTenant(api, wanted);
  const rotated = await api.post('console/rotate/tenant-secret', { tenant_id });
  say('The new TENANT_SECRET is shown only once. Deploy it together with the old one, then run:');
  say(`  relayctl tenant activate-secret ${tenant_id}`);
  printResult(options.json, rotated, () => rotated.tenant_secret ?? '');
}
