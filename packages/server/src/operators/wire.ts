import type { PageResponse } from '../platform/http/wire';
import type { SentInvitation } from '../workspaces/wire';

/** The presence that an operator has chosen. */
export type PresenceSetting = 'online' | 'away' | 'offline';

/** The presence that others see. `absent`: the operator is online, and was not active for a while. */
export type Presence = PresenceSetting | 'absent';

/** An account that answers a workspace's visitors. */
export interface Operator {
  operator_id: string;
  workspace_id: string;
  account_id: string;
  display_name: string;
  tenant_ids: string[];
  routing_keys: string[];
  /** The number of conversations that the relay assigns to them at once. */
  capacity: number;
  presence: Presence;
  presence_since: string;
  presence_set: PresenceSetting;
}

export interface OperatorResponse {
  operator: Operator;
}

/** Has no operator if the address belongs to no member yet: it is invited, and becomes one on acceptance. */
export type CreatedOperator = OperatorResponse | ({ operator: null } & SentInvitation);

export interface OperatorResponses {
  'console/create/operator': CreatedOperator;
  'console/fetch/operators': PageResponse<'operators', Operator>;
  'console/update/operator': OperatorResponse;
  'console/remove/operator': OperatorResponse;
  'console/set/presence': { status: PresenceSetting; operators: Operator[] };
}
