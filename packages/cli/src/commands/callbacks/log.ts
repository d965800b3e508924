import { assertSpan, stateOf, wireStateOf } from '../../relay/callbacks';
import { minuteOf } from '../../relay/listing';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin } from '../../session/context';
import { printList, type ListOptions } from '../print-list';

/** Options of `relayctl callback log`. Times are ISO 8601 UTC. */
export interface CallbacksLogOptions extends ListOptions {
  tenant?: string;
  state?: string;
  event?: string;
  conversation?: string;
  since?: string;
  until?: string;
}

/** Lists a tenant's callbacks, the newest first. */
export async function callbacksLog(options: CallbacksLogOptions): Promise<void> {
  const { state, event, conversation, since, until } = options;
  assertSpan(since, until);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  await printList(
    api,
    {
      route: 'console/fetch/callbacks',
      plural: 'callbacks',
      query: {
        tenant_id,
        ...(state !== undefined && { state: wireStateOf(state) }),
        ...(event !== undefined && { event }),
        ...(conversation !== undefined && { conversation_id: conversation }),
        ...(since !== undefined && { since }),
        ...(until !== undefined && { until }),
      },
      columns: {
        'WHEN (UTC)': (callback) => minuteOf(callback.created_at),
        EVENT: (callback) => callback.event,
        SEQ: (callback) => String(callback.sequence),
        STATE: (callback) => stateOf(callback.state),
        TRIES: (callback) => String(callback.attempt_count),
        OUTCOME: (callback) => callback.outcome ?? '',
        ID: (callback) => callback.event_id,
      },
    },
    options,
  );
}
