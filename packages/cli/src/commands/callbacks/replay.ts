import { assertSpan } from '../../relay/callbacks';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** Options of `relayctl callback replay`. Times are ISO 8601 UTC. */
export interface ReplayOptions extends GlobalOptions {
  tenant?: string;
  since: string;
  until?: string;
  event?: string;
  state?: string;
  dryRun?: boolean;
}

/** Sends the callbacks of a time span again, in the order of each conversation. */
export async function replayCallbacks(options: ReplayOptions): Promise<void> {
  const { since, until = new Date().toISOString(), event, state, dryRun } = options;
  assertSpan(since, until);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const counts = await api.post('console/replay/callbacks', {
    tenant_id,
    since,
    until,
    ...(event !== undefined && { event }),
    ...(state !== undefined && { state }),
    ...(dryRun && { dry_run: true }),
  });
  printResult(options.json, counts, () => {
    if (counts.matched === 0) return 'No callback of this time span was delivered or given up.';
    return dryRun
      ? `${counts.matched} would be sent again.`
      : `${counts.replayed} of ${counts.matched} will be sent again.`;
  });
}
