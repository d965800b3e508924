import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';
import type { PresenceFacts } from './effective-presence';
import type { PresenceSetting } from './wire';

export const OPERATORS = defineTable('operators', ['operator_id'], {
  operator_id: text(),
  workspace_id: text(),
  account_id: text(),
  display_name: text(),
  /** A list, as JSON. */
  routing_keys: text(),
  capacity: integer(),
  presence: text<PresenceSetting>(),
  last_seen_at: integer(),
  /** The time until which one node alone assigns conversations to the operator; 0 if no node does. */
  assigning_until: integer(),
  last_assigned_at: integer(),
  created_at: integer(),
  /** Null if it was not set since this column exists. */
  presence_since: orNull(integer()),
});
export type OperatorRow = RowOf<typeof OPERATORS>;

export function presenceFacts(
  row: Pick<OperatorRow, 'presence' | 'presence_since' | 'last_seen_at' | 'created_at'>,
): PresenceFacts {
  return {
    presenceSet: row.presence,
    presenceSince: row.presence_since ?? row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

export const OPERATOR_TENANTS = defineTable('operator_tenants', ['tenant_id', 'operator_id'], {
  tenant_id: text(),
  operator_id: text(),
});
