import { requireLogin, type GlobalOptions } from '../context';
import { printResult } from '../output';
import { chooseTenant } from '../tenants';
import { sanitiseLine } from '../terminal-text';

/** Options of `relayctl callbacks resume` and `relayctl callbacks test`. */
export interface OneTenantOptions extends GlobalOptions {
  tenant?: string;
}

/** Ends every pause of a tenant's callbacks. */
export async function resumeCallbacks(options: OneTenantOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await chooseTenant(api, options.tenant);
  const answer = await api.post<{ waiting: number }>('console/resume/callbacks', { tenant_id });
  printResult(
    options.json,
    answer,
    () => `Callbacks of ${sanitiseLine(tenant_name)} go on: ${answer.waiting} waiting.`,
  );
}
