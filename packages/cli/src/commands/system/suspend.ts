import type { Api } from '../../relay/api';
import { confirmByName } from '../../terminal/confirm';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { isId } from '../../terminal/pick-one';
import { explainRefusal } from '../../relay/refusals';
import { findAnyTenant, type Tenant } from '../../relay/tenants';
import { sanitiseLine } from '../../terminal/sanitise';

/** Options of `relayctl suspend` and `relayctl reactivate`. */
export interface TenantStatusOptions extends GlobalOptions {
  reason?: string;
  yes?: boolean;
}

/** Cuts a tenant off: its visitors, its backend's calls and its callbacks. For super-admins. */
export async function suspend(options: TenantStatusOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  let id = wanted;
  if (!options.yes || !isId(wanted)) {
    const { tenant_id, tenant_name } = await findAnyTenant(api, wanted);
    id = tenant_id;
    if (!options.yes) {
      await confirmByName(
        `Visitors of ${sanitiseLine(tenant_name)} are cut off within 2 s; its callbacks wait.`,
        tenant_name,
      );
    }
  }
  const tenant = await setStatus(api, 'suspend', id, options);
  printResult(options.json, { tenant }, () => {
    const name = sanitiseLine(tenant.tenant_name);
    return `${name} is suspended. To undo it: relayctl reactivate ${tenant.tenant_id}`;
  });
}

/** Lets a suspended tenant go on where it was. For super-admins. */
export async function reactivate(options: TenantStatusOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const id = isId(wanted) ? wanted : (await findAnyTenant(api, wanted)).tenant_id;
  const tenant = await setStatus(api, 'reactivate', id, options);
  printResult(
    options.json,
    { tenant },
    () => `${sanitiseLine(tenant.tenant_name)} is active: its conversations go on.`,
  );
}

async function setStatus(
  api: Api,
  verb: 'suspend' | 'reactivate',
  tenantId: string,
  { reason }: TenantStatusOptions,
): Promise<Tenant> {
  const body = { tenant_id: tenantId, ...(reason !== undefined && { reason }) };
  const { tenant } = await explainRefusal(
    api.post<{ tenant: Tenant }>(`console/system/${verb}/tenant`, body),
    'not_found',
    'There is no such tenant: relayctl tenants lists them.',
  );
  return tenant;
}
