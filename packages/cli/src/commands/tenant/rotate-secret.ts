import { confirmByName } from '../../terminal/confirm';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { explainRefusal } from '../../relay/refusals';
import { findOwnTenant, type Tenant } from '../../relay/tenants';
import { sanitiseLine } from '../../terminal/sanitise';

/** Makes a pending secret, in place of an earlier one that was never activated, and prints it. */
export async function rotateSecret(options: GlobalOptions, wanted: string): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await findOwnTenant(api, wanted);
  const rotated = await api.post<{ tenant: Tenant; tenant_secret: string }>(
    'console/rotate/tenant-secret',
    { tenant_id },
  );
  say('The new secret is shown this once. Deploy it beside the old one, then run:');
  say(`  relayctl tenant activate-secret ${tenant_id}`);
  printResult(options.json, rotated, () => rotated.tenant_secret);
}

/** Options of `relayctl tenant activate-secret`. */
export interface ActivateSecretOptions extends GlobalOptions {
  /** How long the old secret is still accepted, in seconds. */
  grace?: number;
  yes?: boolean;
}

/** Signs with the pending secret from now on; the old one ends after the grace. */
export async function activateSecret(
  options: ActivateSecretOptions,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await findOwnTenant(api, wanted);
  if (!options.yes) {
    const consequence = `Callbacks of ${sanitiseLine(tenant_name)} are signed with the new secret at once: its backend must know it.`;
    await confirmByName(consequence, tenant_name);
  }
  const { grace } = options;
  const { tenant } = await explainRefusal(
    api.post<{ tenant: Tenant }>('console/activate/tenant-secret', {
      tenant_id,
      ...(grace !== undefined && { grace_s: grace }),
    }),
    'state_conflict',
    `No secret is pending: run relayctl tenant rotate-secret ${tenant_id} first.`,
  );
  printResult(
    options.json,
    { tenant },
    () => `${sanitiseLine(tenant.tenant_name)} signs with the new secret.`,
  );
}
