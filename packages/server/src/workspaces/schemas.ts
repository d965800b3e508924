import Joi from 'joi';
import { name, page, uuid, type Page } from '../platform/http/fields';
import { emailAddress } from '../platform/mail/address';
import type { Role } from './roles';
import { roleName } from './view';

export interface CreateWorkspace {
  name: string;
}
export const createWorkspace = Joi.object<CreateWorkspace>({ name: name.required() });

export interface UpdateWorkspace {
  workspace_id: string;
  name: string;
}
export const updateWorkspace = Joi.object<UpdateWorkspace>({
  workspace_id: uuid.required(),
  name: name.required(),
});

export const anyPage = Joi.object<Page>(page);

export interface WorkspacePage extends Page {
  workspace_id: string;
}
export const workspacePage = Joi.object<WorkspacePage>({ workspace_id: uuid.required(), ...page });

export interface MemberId {
  workspace_id: string;
  account_id: string;
}
export const memberId = Joi.object<MemberId>({
  workspace_id: uuid.required(),
  account_id: uuid.required(),
});

export interface UpdateMember extends MemberId {
  role: Role;
}
export const updateMember = Joi.object<UpdateMember>({
  workspace_id: uuid.required(),
  account_id: uuid.required(),
  role: roleName.required(),
});

export interface CreateInvitation {
  workspace_id: string;
  email: string;
  role: Role;
}
export const createInvitation = Joi.object<CreateInvitation>({
  workspace_id: uuid.required(),
  email: emailAddress.required(),
  role: roleName.required(),
});

export interface InvitationId {
  invitation_id: string;
}
export const invitationId = Joi.object<InvitationId>({ invitation_id: uuid.required() });

export interface AcceptInvitation {
  invite_token: string;
}
export const acceptInvitation = Joi.object<AcceptInvitation>({
  invite_token: Joi.string().min(1).max(128).required(),
});
