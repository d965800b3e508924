export type Presence = 'online' | 'away' | 'offline';

/** A person who answers visitors of some of a workspace's tenants. */
export interface Operator {
  operatorId: string;
  workspaceId: string;
  accountId: string;
  displayName: string;
  tenantIds: string[];
  /** Queues they answer; none: all of them. */
  routingKeys: string[];
  /** How many conversations they want at once. */
  capacity: number;
  presence: Presence;
  lastSeenAt: number;
  createdAt: number;
}

/** What somebody becomes as an operator; kept in the invitation of one who isn't a member yet. */
export interface OperatorDetails {
  displayName: string;
  tenantIds: string[];
  routingKeys: string[];
  capacity: number;
}

export const DEFAULT_CAPACITY = 10;

/** Whether a conversation of this tenant and queue is theirs to take. */
export function mayServe(
  operator: Pick<Operator, 'tenantIds' | 'routingKeys'>,
  tenantId: string,
  routingKey: string | null,
): boolean {
  if (!operator.tenantIds.includes(tenantId)) return false;
  const { routingKeys } = operator;
  return routingKey === null || routingKeys.length === 0 || routingKeys.includes(routingKey);
}
