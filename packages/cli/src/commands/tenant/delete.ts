import { minuteOf } from '../../relay/listing';
import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface DeleteTenantOptions extends GlobalOptions {
  yes?: boolean;
}

/** Begins the deletion of a tenant, which can be restored for seven days. */
export async function deleteTenant(options: DeleteTenantOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await findTenant(api, wanted);
  const name = sanitiseLine(tenant_name);
  if (!options.yes) {
    const consequence = `This will stop ${name} at once, and erase it in 7 days with everything in it.`;
    await confirmByName(consequence, tenant_name);
  }
  const answer = await api.post('console/delete/tenant', {
    tenant_id,
    tenant_name,
  });
  printResult(options.json, answer, () => {
    const at = minuteOf(answer.tenant.deletes_at ?? '');
    return `Stopped ${name}. It will be erased at ${at} UTC. To undo this: relayctl tenant restore ${tenant_id}`;
  });
}
