import type { CallbackHealth } from '@chat-relay/server/wire/callbacks/console';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface HealthOptions extends GlobalOptions {
  tenant?: string;
}

/** Shows the backlog of a tenant's callbacks, and their last failure. */
export async function callbackHealth(options: HealthOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const health = await api.get('console/fetch/callback-health', {
    query: { tenant_id },
  });
  printResult(options.json, health, () => describe(health));
}

function describe(health: CallbackHealth): string {
  const { last_failure: failure, stopped_events: stopped } = health;
  const facts: [name: string, value: string | null][] = [
    ['pending', String(health.pending)],
    ['oldest', health.oldest_pending_at],
    ['dead', String(health.dead)],
    ['paused until', health.paused_until],
    ['probing since', health.probing_since],
    ['last delivered', health.last_delivered_at ?? 'never'],
    ['last failure', failure && `${failure.at}  ${failure.reason}`],
    ['stopped by 410', stopped.length > 0 ? stopped.join(', ') : null],
  ];
  return facts
    .flatMap(([name, value]) =>
      value === null ? [] : [`${name.padEnd(14)}  ${sanitiseLine(value)}`],
    )
    .join('\n');
}
