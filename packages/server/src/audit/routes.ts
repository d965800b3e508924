import Joi from 'joi';
import { iso } from '../clock';
import { page, time, uuid, type Page } from '../http/fields';
import { pageAnswer } from '../http/paging';
import type { Route } from '../http/route';
import { consoleRoute } from '../workspaces/principal';
import type { Roles } from '../workspaces/roles';
import type { Audit, AuditEntryRow } from './log';

const entry = Joi.object({
  entry_id: uuid.required(),
  workspace_id: uuid.required(),
  action: Joi.string().required(),
  actor: Joi.object({ account_id: uuid.required(), display_name: Joi.string().required() })
    .allow(null)
    .required(),
  ip: Joi.string().allow(null).required(),
  subject: Joi.string().allow(null).required(),
  details: Joi.object().required(),
  created_at: time.required(),
});

export function auditRoutes({ audit, roles }: { audit: Audit; roles: Roles }): Route[] {
  return [
    consoleRoute<Record<string, never>, Page & { workspace_id: string }>({
      method: 'GET',
      path: '/console/fetch/audit-log',
      area: 'console',
      summary: 'Who did what in a workspace, and from where; newest first',
      query: Joi.object({ workspace_id: uuid.required(), ...page }),
      answer: pageAnswer('entries', entry),
      rateLimit: 'console_per_ip',
      handle: async ({ query, principal }) => {
        await roles.requireRole(principal.accountId, query.workspace_id, 'admin');
        const { rows, nextCursor } = await audit.list(query.workspace_id, query);
        return { entries: rows.map(entryView), next_cursor: nextCursor };
      },
    }),
  ];
}

function entryView(row: AuditEntryRow): object {
  return {
    entry_id: row.entry_id,
    workspace_id: row.workspace_id,
    action: row.action,
    actor:
      row.actor_account_id === null
        ? null
        : { account_id: row.actor_account_id, display_name: row.actor_name },
    ip: row.ip,
    subject: row.subject,
    details: JSON.parse(row.details) as object,
    created_at: iso(row.created_at),
  };
}
