import { requireLogin, type GlobalOptions } from '../../session/context';
import { EXIT, ExitError } from '../../errors';
import { printResult, say } from '../../terminal/output';
import { readJsonObject } from '../../terminal/request-body';
import { describeTenant } from '../../relay/tenant-text';
import { findOwnTenant, type Tenant } from '../../relay/tenants';
import { chooseWorkspace } from '../../relay/workspaces';

/** Options of `relayctl tenant create` and `relayctl tenant update`. */
export interface TenantSettingsOptions extends GlobalOptions {
  name?: string;
  origin?: string[];
  callbackUrl?: string;
  locale?: string;
  data?: string;
  workspace?: string;
}

/** Creates a tenant and prints its secret, which the relay shows this once. */
export async function createTenant(options: TenantSettingsOptions, name: string): Promise<void> {
  const { api } = requireLogin(options);
  const settings = await settingsOf({ ...options, name });
  const created = await api.post<{ tenant: Tenant; tenant_secret: string }>(
    'console/create/tenant',
    {
      allowed_origins: [],
      ...settings,
      workspace_id: await chooseWorkspace(api, options.workspace),
    },
  );
  say('The secret is shown this once: keep it where your backend reads it.');
  printResult(options.json, created, () => describeTenant(created.tenant, created.tenant_secret));
}

/** Changes what was given and nothing else. */
export async function updateTenant(options: TenantSettingsOptions, wanted: string): Promise<void> {
  const settings = await settingsOf(options);
  if (Object.keys(settings).length === 0) {
    const message = 'Nothing to change: give --name, --origin, --callback-url, --locale or --data.';
    throw new ExitError(EXIT.usage, message);
  }
  const { api } = requireLogin(options);
  const { tenant_id } = await findOwnTenant(api, wanted);
  const body = { ...settings, tenant_id };
  const { tenant } = await api.post<{ tenant: Tenant }>('console/update/tenant', body);
  printResult(options.json, { tenant }, () => describeTenant(tenant));
}

async function settingsOf(options: TenantSettingsOptions): Promise<object> {
  const { name, origin, callbackUrl, locale, data } = options;
  return {
    ...(data !== undefined && (await readJsonObject(data))),
    ...(name !== undefined && { tenant_name: name }),
    ...(origin && { allowed_origins: origin }),
    ...(callbackUrl !== undefined && {
      callback_url_base: callbackUrl === 'none' ? null : callbackUrl,
    }),
    ...(locale !== undefined && { default_locale: locale }),
  };
}
