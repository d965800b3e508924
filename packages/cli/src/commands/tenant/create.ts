import { describeTenant } from '../../relay/tenant-text';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { settingsOf, type TenantSettingsOptions } from './settings';

export interface CreateTenantOptions extends TenantSettingsOptions {
  /** True, the default, makes the account an operator of the tenant. */
  answer?: boolean;
}

/** Creates a tenant and prints its secret, which the relay shows only once. */
export async function createTenant(options: CreateTenantOptions, name: string): Promise<void> {
  const { api } = requireLogin(options);
  const settings = await settingsOf({ ...options, name });
  const created = await api.post('console/create/tenant', {
    allowed_origins: [],
    ...settings,
    ...(options.answer === false && { answer: false }),
    workspace_id: await chooseWorkspace(api, options.workspace),
  });
  say('The secret is shown only once. Store it as TENANT_SECRET where your backend reads it.');
  printResult(options.json, created, () => describeTenant(created.tenant, created.tenant_secret));
}
