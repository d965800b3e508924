import Joi from 'joi';
import type { Clock } from '../platform/clock';
import { pageAnswer } from '../platform/http/paging';
import type { Route } from '../platform/http/route';
import type { Invitations, SentInvitation as Sent } from './invitations';
import { callerOf, consoleRoutesFor } from './principal';
import * as shapes from './schemas';
import { invitationAnswer, invitationView, membershipAnswer, membershipView } from './view';
import type { Invitation, Membership, SentInvitation, WorkspaceResponses } from './wire';

const consoleRoute = consoleRoutesFor<WorkspaceResponses>();

const sentAnswer = Joi.object<SentInvitation, true>({
  invitation: invitationAnswer.required(),
  dev_invite_token: Joi.string().allow(null),
});

export interface InvitationRoutesOptions {
  invitations: Invitations;
  clock: Clock;
}

export function invitationRoutes({ invitations, clock }: InvitationRoutesOptions): Route[] {
  const sentView = ({ invitation, devInviteToken }: Sent): SentInvitation => ({
    invitation: invitationView(invitation, clock()),
    ...(devInviteToken !== null && { dev_invite_token: devInviteToken }),
  });

  return [
    consoleRoute({
      method: 'POST',
      path: '/console/create/invitation',
      area: 'console',
      summary: 'Invite an address into a workspace',
      body: shapes.createInvitation,
      answer: sentAnswer,
      status: 201,
      rateLimit: 'console_per_ip',
      idempotent: { secrets: ['dev_invite_token'] },
      handle: async (call) => {
        const { workspace_id, email, role } = call.body;
        const invitedBy = callerOf(call);
        return sentView(
          await invitations.createInvitation({ workspaceId: workspace_id, email, role, invitedBy }),
        );
      },
    }),
    consoleRoute({
      method: 'GET',
      path: '/console/fetch/invitations',
      area: 'console',
      summary: 'The invitations of a workspace; newest first',
      query: shapes.workspacePage,
      answer: pageAnswer('invitations', invitationAnswer),
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        const { query } = call;
        const page = await invitations.list(callerOf(call), query.workspace_id, query);
        const now = clock();
        return {
          invitations: page.rows.map((row) => invitationView(row, now)),
          next_cursor: page.nextCursor,
        };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/resend/invitation',
      area: 'console',
      summary: 'Send an invitation again, with a new token',
      body: shapes.invitationId,
      answer: sentAnswer,
      rateLimit: 'console_per_ip',
      handle: async (call) =>
        sentView(await invitations.resend(callerOf(call), call.body.invitation_id)),
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/revoke/invitation',
      area: 'console',
      summary: 'Revoke an invitation',
      body: shapes.invitationId,
      answer: Joi.object<{ invitation: Invitation }, true>({
        invitation: invitationAnswer.required(),
      }),
      rateLimit: 'console_per_ip',
      handle: async (call) => ({
        invitation: invitationView(
          await invitations.revoke(callerOf(call), call.body.invitation_id),
          clock(),
        ),
      }),
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/accept/invitation',
      area: 'console',
      summary: 'Join a workspace by invitation, with an existing account',
      body: shapes.acceptInvitation,
      answer: Joi.object<{ membership: Membership }, true>({
        membership: membershipAnswer.required(),
      }),
      rateLimit: 'console_per_ip',
      handle: async (call) => ({
        membership: membershipView(
          await invitations.accept(callerOf(call), call.body.invite_token),
        ),
      }),
    }),
  ];
}
