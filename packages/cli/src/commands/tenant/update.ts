import { EXIT, ExitError } from '../../errors';
import { describeTenant } from '../../relay/tenant-text';
import { findTenant, type Tenant } from '../../relay/tenants';
import { requireLogin } from '../../session/context';
import { printResult } from '../../terminal/output';
import { settingsOf, type TenantSettingsOptions } from './settings';

/** Changes only the given settings. */
export async function updateTenant(options: TenantSettingsOptions, wanted: string): Promise<void> {
  const settings = await settingsOf(options);
  if (Object.keys(settings).length === 0) {
    const message =
      'Nothing to change: give a setting, such as --name. relayctl help tenant update lists them.';
    throw new ExitError(EXIT.usage, message);
  }
  const { api } = requireLogin(options);
  const { tenant_id } = await findTenant(api, wanted);
  const body = { ...settings, tenant_id };
  const { tenant } = await api.post<{ tenant: Tenant }>('console/update/tenant', body);
  printResult(options.json, { tenant }, () => describeTenant(tenant));
}
