import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface ResumeOptions extends GlobalOptions {
  tenant?: string;
}

/** Ends all pauses of a tenant's callbacks. */
export async function resumeCallbacks(options: ResumeOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id, tenant_name } = await chooseTenant(api, options.tenant);
  const answer = await api.post('console/resume/callbacks', { tenant_id });
  printResult(
    options.json,
    answer,
    () => `Callbacks of ${sanitiseLine(tenant_name)} continue: ${answer.waiting} waiting.`,
  );
}
