import Joi from 'joi';
import { uuid } from '../platform/http/fields';
import type { Route } from '../platform/http/route';
import { consoleRoutesFor } from './principal';
import type { Roles } from './roles';
import type { Audit } from '../audit/log';
import { auditQuery, entriesAnswer, type AuditQuery } from '../audit/schemas';
import { entryView } from '../audit/view';
import type { WorkspaceResponses } from './wire';

const consoleRoute = consoleRoutesFor<WorkspaceResponses>();

export function auditRoutes({ audit, roles }: { audit: Audit; roles: Roles }): Route[] {
  return [
    consoleRoute({
      method: 'GET',
      path: '/console/fetch/audit-log',
      area: 'console',
      summary: 'Who did what in a workspace, and from where; newest first',
      query: Joi.object<AuditQuery & { workspace_id: string }>({
        workspace_id: uuid.required(),
        ...auditQuery,
      }),
      answer: entriesAnswer,
      rateLimit: 'console_per_ip',
      handle: async ({ query, principal }) => {
        await roles.requireRole(principal.accountId, query.workspace_id, 'admin');
        const { rows, nextCursor } = await audit.list(query.workspace_id, query);
        return { entries: rows.map(entryView), next_cursor: nextCursor };
      },
    }),
  ];
}
