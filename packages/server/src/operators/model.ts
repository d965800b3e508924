import { defineTable, integer, text } from '../platform/storage/table';
import type { Presence } from './operator';

export const OPERATORS = defineTable('operators', ['operator_id'], {
  operator_id: text(),
  workspace_id: text(),
  account_id: text(),
  display_name: text(),
  /** JSON of a list. */
  routing_keys: text(),
  capacity: integer(),
  presence: text<Presence>(),
  last_seen_at: integer(),
  /** Until then one node alone hands conversations to the operator; 0: none does. */
  assigning_until: integer(),
  last_assigned_at: integer(),
  created_at: integer(),
});

export const OPERATOR_TENANTS = defineTable('operator_tenants', ['tenant_id', 'operator_id'], {
  tenant_id: text(),
  operator_id: text(),
});
