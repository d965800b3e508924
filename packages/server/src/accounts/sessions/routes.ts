import Joi from 'joi';
import { AppError } from '../../platform/errors';
import { emptyAnswer, page, type Page } from '../../platform/http/fields';
import { pageAnswer } from '../../platform/http/paging';
import type { Route } from '../../platform/http/route';
import type { Database } from '../../platform/storage/database';
import { callerOf, consoleRoutesFor } from '../../workspaces/principal';
import { membershipView } from '../../workspaces/view';
import type { Workspaces } from '../../workspaces/workspaces';
import { findAccount } from '../account';
import * as shapes from '../schemas';
import { isByCookie } from './console-scheme';
import { CLEAR_SESSION_COOKIE } from './session-cookie';
import type { Sessions } from './sessions';
import {
  accountView,
  accountWithMemberships,
  consoleSessionAnswer,
  consoleSessionView,
  currentSessionView,
} from '../view';
import type { AccountResponses } from '../wire';

const consoleRoute = consoleRoutesFor<AccountResponses>();

export interface SessionRoutesOptions {
  database: Database;
  sessions: Sessions;
  workspaces: Workspaces;
}

/** The account that is signed in, and its logins. */
export function sessionRoutes({ database, sessions, workspaces }: SessionRoutesOptions): Route[] {
  return [
    consoleRoute({
      method: 'GET',
      path: '/console/fetch/account',
      area: 'console',
      summary: 'The account that is signed in, and its workspaces',
      answer: accountWithMemberships,
      rateLimit: 'console_per_ip',
      handle: async ({ principal }) => {
        const account = await findAccount(database.read, principal.accountId);
        if (!account) throw new AppError('not_found');
        const memberships = await workspaces.workspacesOf(principal.accountId);
        return {
          account: accountView(account),
          memberships: memberships.map(membershipView),
          ...currentSessionView(principal.session),
        };
      },
    }),
    consoleRoute({
      method: 'GET',
      path: '/console/fetch/sessions',
      area: 'console',
      summary: "The account's live logins; newest first",
      query: Joi.object<Page>(page),
      answer: pageAnswer('sessions', consoleSessionAnswer),
      rateLimit: 'console_per_ip',
      handle: async ({ principal, query }) => {
        const { rows, nextCursor } = await sessions.list(principal.accountId, query);
        return {
          sessions: rows.map((row) => consoleSessionView(row, principal.sessionId)),
          next_cursor: nextCursor,
        };
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/logout',
      area: 'account',
      summary: 'End this login',
      answer: emptyAnswer,
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        await sessions.revoke(callerOf(call), call.principal.sessionId);
        if (isByCookie(call.request)) call.header('set-cookie', CLEAR_SESSION_COOKIE);
        return {};
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/revoke/session',
      area: 'account',
      summary: 'End one of the logins',
      body: shapes.sessionId,
      answer: emptyAnswer,
      rateLimit: 'console_per_ip',
      handle: async (call) => {
        await sessions.revoke(callerOf(call), call.body.session_id);
        return {};
      },
    }),
    consoleRoute({
      method: 'POST',
      path: '/console/revoke/other-sessions',
      area: 'account',
      summary: 'End all logins but this one',
      answer: Joi.object<{ revoked: number }, true>({ revoked: Joi.number().integer().required() }),
      rateLimit: 'console_per_ip',
      handle: async (call) => ({ revoked: (await sessions.revokeOthers(callerOf(call))).length }),
    }),
  ];
}
