import type { Account } from '../accounts/wire';
import type { AuditEntry } from '../audit/wire';
import type { PageResponse } from '../platform/http/wire';
import type { Tenant, TenantResponse } from '../tenants/wire';
import type { Workspace } from '../workspaces/wire';

export interface PlatformStats {
  workspaces: number;
  admins: number;
  tenants: number;
  operators: number;
  /** Conversations that wait for an operator. */
  pending_assignments: number;
}

/** A service of the node that it can run without. */
export type Companion = 'ok' | 'away' | 'unknown' | 'unset';

export interface Disk {
  holds: 'database' | 'attachments';
  free_bytes: number;
  total_bytes: number;
}

/** The state of the node that served the request. */
export interface NodeStatus {
  version: string;
  now: string;
  readiness: {
    status: 'ready' | 'draining' | 'database_unavailable';
    database?: 'sqlite' | 'mysql';
    redis?: 'ok' | 'degraded' | 'away' | 'unset';
    mail?: Companion;
    attachments?: Companion;
  };
  disks: Disk[];
  /** The request's way to the relay, by which TRUSTED_PROXIES can be checked. */
  caller: {
    peer: string;
    is_peer_trusted: boolean;
    forwarded_for: string[];
    address: string;
  };
}

/** A workspace, to a super-admin. */
export type ListedWorkspace = Omit<Workspace, 'role'>;

export interface SystemResponses {
  'console/system/fetch/stats': PlatformStats;
  'console/system/fetch/node-status': NodeStatus;
  'console/system/fetch/workspaces': PageResponse<'workspaces', ListedWorkspace>;
  'console/system/fetch/tenants': PageResponse<'tenants', Tenant>;
  'console/system/fetch/admins': PageResponse<'admins', Account>;
  'console/system/fetch/audit-log': PageResponse<'entries', AuditEntry>;
  'console/system/suspend/tenant': TenantResponse;
  'console/system/reactivate/tenant': TenantResponse;
}

/** The routes that the break-glass key opens. */
export interface BreakGlassResponses {
  'console/promote/console-admin': { account: Account };
  'console/demote/console-admin': { account: Account };
  'console/bootstrap/system-admin': {
    account: Account;
    outcome: 'created' | 'promoted' | 'unchanged';
  };
}
