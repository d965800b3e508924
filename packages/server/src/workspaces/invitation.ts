import type { Role } from './roles';

export interface InvitationRow {
  invitation_id: string;
  workspace_id: string;
  email: string;
  role: Role;
  invited_by: string;
  /** JSON with the operator's settings; null for a member who is no operator. */
  operator_details: string | null;
  created_at: number;
  expires_at: number;
  accepted_at: number | null;
  revoked_at: number | null;
}

export const INVITATION_COLUMNS =
  'invitation_id, workspace_id, email, role, invited_by, operator_details, created_at, expires_at, accepted_at, revoked_at';
export const IS_OPEN = 'accepted_at IS NULL AND revoked_at IS NULL';
