import Joi from 'joi';
import { iso } from '../platform/clock';
import { time, uuid } from '../platform/http/fields';
import type { InvitationRow } from './invitation';
import type { MemberRow } from './members';
import { ROLES } from './roles';
import type { Invitation, Member, Membership, Workspace } from './wire';
import type { MembershipRow } from './workspaces';

export const roleName = Joi.string().valid(...ROLES);

export const workspaceAnswer = Joi.object<Workspace, true>({
  workspace_id: uuid.required(),
  name: Joi.string().required(),
  role: roleName.required(),
  created_at: time.required(),
}).id('Workspace');

/** A workspace as a member reads it, with the member's role. */
export function workspaceView(row: MembershipRow): Workspace {
  return {
    workspace_id: row.workspace_id,
    name: row.workspace_name,
    role: row.role,
    created_at: iso(row.created_at),
  };
}

export const membershipAnswer = Joi.object<Membership, true>({
  workspace_id: uuid.required(),
  workspace_name: Joi.string().required(),
  role: roleName.required(),
}).id('Membership');

export function membershipView(row: MembershipRow): Membership {
  return { workspace_id: row.workspace_id, workspace_name: row.workspace_name, role: row.role };
}

export const memberAnswer = Joi.object<Member, true>({
  workspace_id: uuid.required(),
  account_id: uuid.required(),
  email: Joi.string().required(),
  display_name: Joi.string().required(),
  role: roleName.required(),
  created_at: time.required(),
}).id('Member');

export function memberView(row: MemberRow): Member {
  return {
    workspace_id: row.workspace_id,
    account_id: row.account_id,
    email: row.email,
    display_name: row.display_name,
    role: row.role,
    created_at: iso(row.created_at),
  };
}

export const invitationAnswer = Joi.object<Invitation, true>({
  invitation_id: uuid.required(),
  workspace_id: uuid.required(),
  email: Joi.string().required(),
  role: roleName.required(),
  status: Joi.string().valid('pending', 'accepted', 'revoked', 'expired').required(),
  invited_by: uuid.required(),
  created_at: time.required(),
  expires_at: time.required(),
}).id('Invitation');

export function invitationView(row: InvitationRow, nowMs: number): Invitation {
  return {
    invitation_id: row.invitation_id,
    workspace_id: row.workspace_id,
    email: row.email,
    role: row.role,
    status: statusOf(row, nowMs),
    invited_by: row.invited_by,
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
  };
}

function statusOf(row: InvitationRow, nowMs: number): Invitation['status'] {
  if (row.accepted_at !== null) return 'accepted';
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at <= nowMs ? 'expired' : 'pending';
}
