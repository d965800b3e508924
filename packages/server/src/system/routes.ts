import Joi from 'joi';
import { accountView } from '../accounts/view';
import type { Audit } from '../audit/log';
import { auditQuery, entriesAnswer, type AuditQuery } from '../audit/schemas';
import { entryView } from '../audit/view';
import { iso } from '../platform/clock';
import type { Route } from '../platform/http/route';
import { tenantAnswer, tenantsAnswer } from '../tenants/schemas';
import type { TenantStatus } from '../tenants/tenant';
import { tenantView } from '../tenants/view';
import { callerOf } from '../workspaces/principal';
import type { WorkspaceRow } from '../workspaces/workspaces';
import type { NodeStatus } from './node-status';
import type { SystemOverview } from './overview';
import { systemRoute } from './principal';
import {
  adminsAnswer,
  anyPage,
  nodeStatusAnswer,
  statsAnswer,
  tenantsQuery,
  tenantStatusBody,
  workspacesAnswer,
} from './schemas';
import type { SetTenantStatus } from './suspension';
import type { ListedWorkspace } from './wire';

const inSystem = { area: 'system', rateLimit: 'console_per_ip' } as const;

export interface SystemRoutesDeps {
  overview: SystemOverview;
  setTenantStatus: SetTenantStatus;
  nodeStatus: NodeStatus;
  isTrustedProxy(address: string): boolean;
  audit: Audit;
}

/** The system console: the whole platform, for super-admins. */
export function systemRoutes({
  overview,
  setTenantStatus,
  nodeStatus,
  isTrustedProxy,
  audit,
}: SystemRoutesDeps): Route[] {
  const statusRoute = (
    verb: 'suspend' | 'reactivate',
    status: Exclude<TenantStatus, 'deleting'>,
    summary: string,
  ) =>
    systemRoute({
      ...inSystem,
      method: 'POST',
      path: `/console/system/${verb}/tenant`,
      summary,
      body: tenantStatusBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, reason } = call.body;
        const tenant = await setTenantStatus(callerOf(call), tenantId, status, reason ?? null);
        return { tenant: tenantView(tenant) };
      },
    });

  return [
    systemRoute({
      ...inSystem,
      method: 'GET',
      path: '/console/system/fetch/stats',
      summary: 'Figures of the whole platform; pending_assignments wait for an operator',
      answer: statsAnswer,
      handle: () => overview.counts(),
    }),
    systemRoute({
      ...inSystem,
      method: 'GET',
      path: '/console/system/fetch/node-status',
      summary: 'The node that answers: its services, its disks, and how this request reached it',
      answer: nodeStatusAnswer,
      handle: ({ request, ip }) => {
        const peer = request.info.remoteAddress;
        const forwarded: unknown = request.headers['x-forwarded-for'];
        return nodeStatus({
          peer,
          isPeerTrusted: isTrustedProxy(peer),
          forwardedFor:
            typeof forwarded === 'string' ? forwarded.split(',').map((hop) => hop.trim()) : [],
          address: ip,
        });
      },
    }),
    systemRoute({
      ...inSystem,
      method: 'GET',
      path: '/console/system/fetch/workspaces',
      summary: 'All workspaces',
      query: anyPage,
      answer: workspacesAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await overview.workspaces(query);
        return { workspaces: rows.map(workspaceView), next_cursor: nextCursor };
      },
    }),
    systemRoute({
      ...inSystem,
      method: 'GET',
      path: '/console/system/fetch/tenants',
      summary: 'All tenants, or those of one status',
      query: tenantsQuery,
      answer: tenantsAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await overview.tenants(query);
        return { tenants: rows.map(tenantView), next_cursor: nextCursor };
      },
    }),
    systemRoute({
      ...inSystem,
      method: 'GET',
      path: '/console/system/fetch/admins',
      summary: 'All accounts, pending ones too',
      query: anyPage,
      answer: adminsAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await overview.accounts(query);
        return { admins: rows.map(accountView), next_cursor: nextCursor };
      },
    }),
    systemRoute({
      ...inSystem,
      method: 'GET',
      path: '/console/system/fetch/audit-log',
      summary: 'Who did what on the platform, and from where; newest first',
      query: Joi.object<AuditQuery>(auditQuery),
      answer: entriesAnswer,
      handle: async ({ query }) => {
        const { rows, nextCursor } = await audit.listAll(query);
        return { entries: rows.map(entryView), next_cursor: nextCursor };
      },
    }),
    statusRoute('suspend', 'suspended', 'Suspend a tenant: its visitors are cut off within 2 s'),
    statusRoute('reactivate', 'active', 'End the suspension of a tenant'),
  ];
}

function workspaceView(row: WorkspaceRow): ListedWorkspace {
  return {
    workspace_id: row.workspace_id,
    name: row.workspace_name,
    created_at: iso(row.created_at),
  };
}
