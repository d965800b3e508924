import { EXIT, ExitError } from '../../errors';
import type { Api } from '../../relay/api';
import { RelayRefusalError } from '../../relay/refusals';
import { describeTenant } from '../../relay/tenant-text';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { findTenant } from '../../relay/tenants';
import { requireLogin } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { changedOrigins, missingOrigins, originsDiff, type OriginsChange } from './origins';
import { settingsOf, type TenantSettingsOptions } from './settings';

export interface UpdateTenantOptions extends TenantSettingsOptions {
  addOrigin?: string[];
  removeOrigin?: string[];
  yes?: boolean;
}

/** The number of tries to add or remove single origins while others change the list. */
const MOST_TRIES = 5;

/** Changes the given settings. A change of the origins that another person makes at the same time is never undone. */
export async function updateTenant(options: UpdateTenantOptions, wanted: string): Promise<void> {
  const { origins: replace, settings } = split(await settingsOf(options));
  const { addOrigin: add, removeOrigin: remove } = options;
  const isOfOrigins = [replace, add, remove].some((each) => each !== undefined);
  if (replace && (add || remove)) {
    const message = 'Give --origin, which replaces all, or --add-origin and --remove-origin.';
    throw new ExitError(EXIT.usage, message);
  }
  if (Object.keys(settings).length === 0 && !isOfOrigins) {
    const message =
      'Nothing to change: give a setting, such as --name. relayctl help tenant update lists them.';
    throw new ExitError(EXIT.usage, message);
  }
  const { api } = requireLogin(options);
  const found = await findTenant(api, wanted);
  const tenant = isOfOrigins
    ? await withOrigins(api, found, settings, { replace, add, remove }, options)
    : await post(api, { ...settings, tenant_id: found.tenant_id });
  printResult(options.json, { tenant }, () => describeTenant(tenant));
}

/** Separates the list of origins, which may come from `--data`. If it is no list, the relay refuses it. */
function split(given: object): { origins?: string[]; settings: object } {
  const { allowed_origins: origins, ...settings } = given as { allowed_origins?: unknown };
  if (origins === undefined) return { settings };
  const isList = Array.isArray(origins) && origins.every((origin) => typeof origin === 'string');
  return isList ? { origins, settings } : { settings: given };
}

/** Adds the version, so that the relay refuses a list that was made from an older one. */
async function withOrigins(
  api: Api,
  found: Tenant,
  settings: object,
  change: OriginsChange,
  options: UpdateTenantOptions,
): Promise<Tenant> {
  let tenant = found;
  for (let tries = 1; ; tries++) {
    const { tenant_id, allowed_origins: before, version } = tenant;
    const after = changedOrigins(before, change);
    await show(tenant, after, change, options);
    try {
      return await post(api, { ...settings, allowed_origins: after, version, tenant_id });
    } catch (error) {
      if (!(error instanceof RelayRefusalError) || error.code !== 'state_conflict') throw error;
      if (change.replace || tries === MOST_TRIES) throw changedMeanwhile(error);
      tenant = await findTenant(api, tenant_id);
    }
  }
}

/** Shows the change. Only a whole list can leave out an origin by mistake, so only that needs a confirmation. */
async function show(
  { tenant_name, allowed_origins: before }: Tenant,
  after: readonly string[],
  { replace }: OriginsChange,
  { yes, json }: UpdateTenantOptions,
): Promise<void> {
  const name = sanitiseLine(tenant_name);
  const gone = missingOrigins(before, after);
  const diff = `Origins of ${name}:\n${originsDiff(before, after)}`;
  if (replace && gone.length > 0 && !yes) {
    const effect = `This will close the chat on ${gone.map(sanitiseLine).join(', ')}.`;
    return confirmByName(`${diff}\n${effect}`, tenant_name);
  }
  if (!json) say(diff);
}

function changedMeanwhile(cause: RelayRefusalError): ExitError {
  const message =
    'Someone else changed this tenant at the same time. Nothing was changed: see relayctl tenant show, and run it again.';
  return new ExitError(EXIT.refused, message, { cause });
}

async function post(api: Api, body: object): Promise<Tenant> {
  return (await api.post('console/update/tenant', body)).tenant;
}
