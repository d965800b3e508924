import { iso } from '../platform/clock';
import type { EffectivePresence } from './effective-presence';
import type { Operator } from './operator';
import type { Operator as OperatorView } from './wire';

export function operatorView(
  operator: Operator,
  { presence, since }: EffectivePresence,
): OperatorView {
  return {
    operator_id: operator.operatorId,
    workspace_id: operator.workspaceId,
    account_id: operator.accountId,
    display_name: operator.displayName,
    tenant_ids: operator.tenantIds,
    routing_keys: operator.routingKeys,
    capacity: operator.capacity,
    presence,
    presence_since: iso(since),
    presence_set: operator.presenceSet,
  };
}
