import { explainRefusal } from '../../relay/refusals';
import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { confirmByName } from '../../terminal/confirm';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface ActivateSecretOptions extends GlobalOptions {
  /** In seconds. The time for which the old secret is still accepted. */
  grace?: number;
  yes?: boolean;
}

/** Makes the relay sign with the pending secret. The old one is accepted until the grace period ends. */
export async function activateSecret(
  options: ActivateSecretOptions,
  wanted: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await findTenant(api, wanted);
  if (!options.yes) {
    const consequence = `This will sign the callbacks of ${sanitiseLine(tenant_name)} with the new secret at once. Its backend must have it.`;
    await confirmByName(consequence, tenant_name);
  }
  const { grace } = options;
  const { tenant } = await explainRefusal(
    api.post('console/activate/tenant-secret', {
      tenant_id,
      ...(grace !== undefined && { grace_s: grace }),
    }),
    'state_conflict',
    `No secret is pending. Run relayctl tenant rotate-secret ${tenant_id} first.`,
  );
  printResult(
    options.json,
    { tenant },
    () => `Activated the new secret of ${sanitiseLine(tenant.tenant_name)}.`,
  );
}
