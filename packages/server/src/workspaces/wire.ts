import type { AuditEntry } from '../audit/wire';
import type { EmptyResponse, PageResponse } from '../platform/http/wire';
import type { Role } from './roles';

/** A workspace, and the caller's role in it. */
export interface Workspace {
  workspace_id: string;
  name: string;
  role: Role;
  created_at: string;
}

/** A workspace in the list of an account's memberships. */
export interface Membership {
  workspace_id: string;
  workspace_name: string;
  role: Role;
}

export interface Member {
  workspace_id: string;
  account_id: string;
  email: string;
  display_name: string;
  role: Role;
  created_at: string;
}

export interface Invitation {
  invitation_id: string;
  workspace_id: string;
  email: string;
  role: Role;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  /** The account that sent the invitation. */
  invited_by: string;
  created_at: string;
  expires_at: string;
}

export interface SentInvitation {
  invitation: Invitation;
  /** The token. Set only in local mode without mail; null in the response to a repeated request. */
  dev_invite_token?: string | null;
}

export interface WorkspaceResponses {
  'console/fetch/workspaces': PageResponse<'workspaces', Workspace>;
  'console/create/workspace': { workspace: Workspace };
  'console/update/workspace': { workspace: Workspace };
  'console/delete/workspace': EmptyResponse;
  'console/fetch/members': PageResponse<'members', Member>;
  'console/update/member': { member: Member };
  'console/remove/member': EmptyResponse;
  'console/create/invitation': SentInvitation;
  'console/fetch/invitations': PageResponse<'invitations', Invitation>;
  'console/resend/invitation': SentInvitation;
  'console/revoke/invitation': { invitation: Invitation };
  'console/accept/invitation': { membership: Membership };
  'console/fetch/audit-log': PageResponse<'entries', AuditEntry>;
}
