import Joi from 'joi';
import { accountAnswer } from '../accounts/view';
import { lineOfText, page, time, uuid, type Page } from '../platform/http/fields';
import { pageAnswer } from '../platform/http/paging';
import type { Disk, ListedWorkspace, NodeStatus, PlatformStats } from './wire';
import { TENANT_STATUSES, type TenantStatus } from '../tenants/tenant';

export const anyPage = Joi.object<Page>(page);

export interface TenantsQuery extends Page {
  status?: TenantStatus;
}

export const tenantsQuery = Joi.object<TenantsQuery>({
  ...page,
  status: Joi.valid(...TENANT_STATUSES),
});

export interface TenantStatusBody {
  tenant_id: string;
  /** Recorded in the audit log; nothing else uses it. */
  reason?: string;
}

export const tenantStatusBody = Joi.object<TenantStatusBody>({
  tenant_id: uuid.required(),
  reason: lineOfText(500),
});

const count = Joi.number().integer().min(0).required();

export const statsAnswer = Joi.object<PlatformStats, true>({
  workspaces: count,
  admins: count,
  tenants: count,
  operators: count,
  pending_assignments: count,
});

const companion = Joi.string().valid('ok', 'away', 'unknown', 'unset');

export const nodeStatusAnswer = Joi.object<NodeStatus, true>({
  version: Joi.string().required(),
  now: time.required(),
  readiness: Joi.object<NodeStatus['readiness'], true>({
    status: Joi.string().valid('ready', 'draining', 'database_unavailable').required(),
    database: Joi.string().valid('sqlite', 'mysql'),
    redis: Joi.string().valid('ok', 'degraded', 'away', 'unset'),
    mail: companion,
    attachments: companion,
  }).required(),
  disks: Joi.array()
    .items(
      Joi.object<Disk, true>({
        holds: Joi.string().valid('database', 'attachments').required(),
        free_bytes: count,
        total_bytes: count,
      }),
    )
    .required(),
  caller: Joi.object<NodeStatus['caller'], true>({
    peer: Joi.string().required(),
    is_peer_trusted: Joi.boolean().required(),
    forwarded_for: Joi.array().items(Joi.string().allow('')).required(),
    address: Joi.string().required(),
  }).required(),
});

export const workspacesAnswer = pageAnswer(
  'workspaces',
  Joi.object<ListedWorkspace, true>({
    workspace_id: uuid.required(),
    name: Joi.string().required(),
    created_at: time.required(),
  }),
);

export const adminsAnswer = pageAnswer('admins', accountAnswer);
