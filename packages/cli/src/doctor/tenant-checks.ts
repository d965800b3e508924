import { ExitError } from '../errors';
import type { Api } from '../relay/api';
import { RelayRefusalError } from '../relay/refusals';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { ownTenants } from '../relay/tenants';
import { checksOfTest } from './callback-checks';
import { unchecked, type Check } from './diagnosis';

/** The number of tenants that are checked: each check is a request to a tenant's backend, and prints lines. */
const MOST_TENANTS = 10;

/** Makes the relay send a test event to each of the account's tenants. */
export async function tenantChecks(api: Api): Promise<Check[]> {
  const name = 'callbacks';
  let own: Tenant[];
  try {
    own = await ownTenants(api);
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return [{ name, isWell: false, message: error.message }];
  }
  const tenants = own.filter(
    ({ callback_url_base, status }) => callback_url_base !== null && status === 'active',
  );
  const checks = await Promise.all(
    tenants.slice(0, MOST_TENANTS).map((tenant) => callbackCheck(api, tenant)),
  );
  const known = checks.filter((check) => check !== null);
  if (known.length === 0) {
    const message =
      tenants.length === 0
        ? 'none of your active tenants has a callback address'
        : 'not tested: your role does not allow it; ask an owner or an admin of the workspace';
    return [unchecked(name, message)];
  }
  const untried = tenants.length - MOST_TENANTS;
  if (untried <= 0) return known;
  const message = `${untried} more tenants were not tested; use relayctl callback test`;
  return [...known, unchecked(name, message)];
}

/** Checks a tenant's callbacks; null if the account may not test them. */
async function callbackCheck(api: Api, { tenant_id, tenant_name }: Tenant): Promise<Check | null> {
  const name = 'callbacks';
  try {
    const { test } = await api.post('console/test/callback', { tenant_id });
    const ill = checksOfTest(test).filter(({ isWell }) => isWell === false);
    const seen = `answered ${test.status} in ${test.duration_ms} ms, ${test.url}`;
    const message = [...ill.map((each) => each.message), ...(ill.length > 0 ? [] : [seen])];
    return { name, isWell: ill.length === 0, message: `${tenant_name}: ${message.join('; ')}` };
  } catch (error) {
    if (error instanceof RelayRefusalError && error.code === 'insufficient_role') return null;
    if (!(error instanceof ExitError)) throw error;
    return { name, isWell: false, message: `${tenant_name}: ${error.message}` };
  }
}
