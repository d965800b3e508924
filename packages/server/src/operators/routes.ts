import type { Clock } from '../platform/clock';
import type { Route } from '../platform/http/route';
import { callerOf, consoleRoutesFor } from '../workspaces/principal';
import { invitationView } from '../workspaces/view';
import {
  createOperatorAnswer,
  createOperatorBody,
  operatorAnswer,
  operatorIdBody,
  operatorsAnswer,
  operatorsQuery,
  presenceAnswer,
  presenceBody,
  updateOperatorBody,
} from './schemas';
import type { Operators } from './service';
import type { Operator } from './operator';
import type { OperatorPresence } from './presence';
import { operatorView } from './view';
import type { OperatorResponses } from './wire';

const consoleRoute = consoleRoutesFor<OperatorResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export interface OperatorRoutesDeps {
  operators: Operators;
  presence: Pick<OperatorPresence, 'of'>;
  clock: Clock;
}

export function operatorRoutes({ operators, presence, clock }: OperatorRoutesDeps): Route[] {
  const present = (operator: Operator) => operatorView(operator, presence.of(operator));
  return [
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/create/operator',
      summary: 'Make a member an operator, or invite an address as one',
      body: createOperatorBody,
      answer: createOperatorAnswer,
      status: 201,
      idempotent: { secrets: ['dev_invite_token'] },
      handle: async (call) => {
        const { operator, invited } = await operators.create(callerOf(call), call.body);
        if (operator) return { operator: present(operator) };
        const { invitation, devInviteToken } = invited;
        return {
          operator: null,
          invitation: invitationView(invitation, clock()),
          ...(devInviteToken !== null && { dev_invite_token: devInviteToken }),
        };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/operators',
      summary: 'The operators of a workspace',
      query: operatorsQuery,
      answer: operatorsAnswer,
      handle: async ({ query, principal }) => {
        const page = await operators.list(principal.accountId, query.workspace_id, query);
        return { operators: page.rows.map(present), next_cursor: page.nextCursor };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/update/operator',
      summary: 'Change an operator; a given list replaces the stored one',
      body: updateOperatorBody,
      answer: operatorAnswer,
      handle: async (call) => ({
        operator: present(await operators.update(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/remove/operator',
      summary: 'Remove an operator; the account stays a member',
      body: operatorIdBody,
      answer: operatorAnswer,
      handle: async (call) => ({
        operator: present(await operators.remove(callerOf(call), call.body.operator_id)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/set/presence',
      summary: "Set the account's presence in all its workspaces",
      body: presenceBody,
      answer: presenceAnswer,
      handle: async ({ body, principal }) => ({
        status: body.status,
        operators: (await operators.setPresence(principal.accountId, body.status)).map(present),
      }),
    }),
  ];
}
