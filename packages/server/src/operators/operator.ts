import type { PresenceFacts } from './effective-presence';

/** A person who answers visitors of certain tenants of a workspace. */
export interface Operator extends PresenceFacts {
  operatorId: string;
  workspaceId: string;
  accountId: string;
  displayName: string;
  tenantIds: string[];
  /** The queues that they answer; empty for all. */
  routingKeys: string[];
  /** The number of conversations that they intend to have at once. */
  capacity: number;
  createdAt: number;
}

/** The settings of a new operator; stored in the invitation if the person is no member yet. */
export interface OperatorDetails {
  displayName: string;
  tenantIds: string[];
  routingKeys: string[];
  capacity: number;
}

export const DEFAULT_CAPACITY = 10;

/** True if the operator may claim conversations of this tenant and queue. */
export function mayServe(
  operator: Pick<Operator, 'tenantIds' | 'routingKeys'>,
  tenantId: string,
  routingKey: string | null,
): boolean {
  if (!operator.tenantIds.includes(tenantId)) return false;
  const { routingKeys } = operator;
  return routingKey === null || routingKeys.length === 0 || routingKeys.includes(routingKey);
}
