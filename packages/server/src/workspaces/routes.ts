import Joi from 'joi';
import { emptyAnswer } from '../platform/http/fields';
import { pageAnswer } from '../platform/http/paging';
import type { Route } from '../platform/http/route';
import type { Members } from './members';
import { callerOf, consoleRoutesFor } from './principal';
import * as shapes from './schemas';
import { memberAnswer, memberView, workspaceAnswer, workspaceView } from './view';
import type { Member, Workspace, WorkspaceResponses } from './wire';
import type { DeleteWorkspace } from './workspace-deletion';
import type { Workspaces } from './workspaces';

const consoleRoute = consoleRoutesFor<WorkspaceResponses>();

const workspace = Joi.object<{ workspace: Workspace }, true>({
  workspace: workspaceAnswer.required(),
});
const member = Joi.object<{ member: Member }, true>({ member: memberAnswer.required() });

export interface WorkspaceRoutesOptions {
  workspaces: Workspaces;
  deleteWorkspace: DeleteWorkspace;
}

export function workspaceRoutes({ workspaces, deleteWorkspace }: WorkspaceRoutesOptions): Route[] {
  return [
    consoleRoute({
      method: 'GET',
      path: '/console/fetch/workspaces',
      area: 'console',
      summary: 'The workspaces that the account is a member of',
      query: shapes.anyPage,
      answer: pageAnswer('workspaces', workspaceAnswer),
      rateLimit: 'console_per_ip',
      handle: async ({ query, principal }) => {
        const { rows, nextCursor } = await workspaces.list(principal.accountId, query);
        return { workspaces: rows.map(workspaceView), next_cursor: nextCursor };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/create/workspace',
      area: 'console',
      summary: 'Create a workspace, owned by the account',
      body: shapes.createWorkspace,
      answer: workspace,
      status: 201,
      rateLimit: 'console_per_ip',
      idempotent: { secrets: [] },
      handle: async (call) => ({
        workspace: workspaceView(await workspaces.create(callerOf(call), call.body.name)),
      }),
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/update/workspace',
      area: 'console',
      summary: 'Rename a workspace',
      body: shapes.updateWorkspace,
      answer: workspace,
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        const { workspace_id, name } = call.body;
        return {
          workspace: workspaceView(await workspaces.update(callerOf(call), workspace_id, name)),
        };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/delete/workspace',
      area: 'console',
      summary: 'Delete a workspace without tenants, at once; name is its own',
      body: shapes.updateWorkspace,
      answer: emptyAnswer,
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        await deleteWorkspace(callerOf(call), call.body.workspace_id, call.body.name);
        return {};
      },
    }),
  ];
}

export function memberRoutes({ members }: { members: Members }): Route[] {
  return [
    consoleRoute({
      method: 'GET',
      path: '/console/fetch/members',
      area: 'console',
      summary: 'The members of a workspace and their roles',
      query: shapes.workspacePage,
      answer: pageAnswer('members', memberAnswer),
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        const { query } = call;
        const { rows, nextCursor } = await members.list(callerOf(call), query.workspace_id, query);
        return { members: rows.map(memberView), next_cursor: nextCursor };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/update/member',
      area: 'console',
      summary: "Change a member's role",
      body: shapes.updateMember,
      answer: member,
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        const { workspace_id, account_id, role } = call.body;
        const row = await members.update(callerOf(call), workspace_id, account_id, role);
        return { member: memberView(row) };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/remove/member',
      area: 'console',
      summary: 'Remove a member from a workspace, or leave it',
      body: shapes.memberId,
      answer: emptyAnswer,
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        await members.remove(callerOf(call), call.body.workspace_id, call.body.account_id);
        return {};
      },
    }),
  ];
}
