import { defineTable, integer, orNull, text } from '../platform/storage/table';
import type { Role } from './roles';

export const WORKSPACES = defineTable('workspaces', ['workspace_id'], {
  workspace_id: text(),
  workspace_name: text(),
  created_by: orNull(text()),
  created_at: integer(),
});

export const MEMBERSHIPS = defineTable('memberships', ['workspace_id', 'account_id'], {
  workspace_id: text(),
  account_id: text(),
  role: text<Role>(),
  created_at: integer(),
});

export const INVITATIONS = defineTable('invitations', ['invitation_id'], {
  invitation_id: text(),
  workspace_id: text(),
  email: text(),
  role: text<Role>(),
  token_hash: text(),
  invited_by: text(),
  /** JSON with the operator's settings; null for a member who is no operator. */
  operator_details: orNull(text()),
  created_at: integer(),
  expires_at: integer(),
  accepted_at: orNull(integer()),
  revoked_at: orNull(integer()),
});
