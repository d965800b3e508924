import type { PageResponse } from '../platform/http/wire';
import type { SentInvitation } from '../workspaces/wire';

/** What operators set. */
export type PresenceSetting = 'online' | 'away' | 'offline';

/** What that comes to: `absent` is online and silent. */
export type Presence = PresenceSetting | 'absent';

/** An account that answers a workspace's visitors. */
export interface Operator {
  operator_id: string;
  workspace_id: string;
  account_id: string;
  display_name: string;
  tenant_ids: string[];
  routing_keys: string[];
  /** How many conversations the relay hands to them at once. */
  capacity: number;
  presence: Presence;
  presence_since: string;
  presence_set: PresenceSetting;
}

export interface OperatorResponse {
  operator: Operator;
}

/** An address that is no member yet is invited: there is no operator before it accepts. */
export type CreatedOperator = OperatorResponse | ({ operator: null } & SentInvitation);

export interface OperatorResponses {
  'console/create/operator': CreatedOperator;
  'console/fetch/operators': PageResponse<'operators', Operator>;
  'console/update/operator': OperatorResponse;
  'console/remove/operator': OperatorResponse;
  'console/set/presence': { status: PresenceSetting; operators: Operator[] };
}
