import type { AuditAction } from '../../audit/actions';
import type { Audit } from '../../audit/log';
import { AppError } from '../../platform/errors';
import type { Route } from '../../platform/http/route';
import type { Database } from '../../platform/storage/database';
import type { TenantDirectory } from '../../tenants/directory';
import { requireWritable, type Tenant } from '../../tenants/tenant';
import { callerOf, consoleRoutesFor, type Caller } from '../../workspaces/principal';
import type { Roles } from '../../workspaces/roles';
import { readAttempts } from '../delivery/attempt-log';
import { findCallback, listCallbacks, type CallbackRow } from './log';
import type { ReadCallbackHealth } from '../health/callback-health';
import type { Redelivery } from './redelivery';
import {
  callbackAnswer,
  callbackDetailAnswer,
  callbackHealthAnswer,
  callbackQuery,
  callbacksAnswer,
  callbacksQuery,
  replayAnswer,
  replayBody,
  resendBody,
  resumeAnswer,
  tenantBody,
  testAnswer,
} from './schemas';
import type { TestCall } from './test-call';
import { callbackDetailView, callbackHealthView, callbackView, callbackWithBodyView } from './view';
import type { CallbackResponses } from './wire';

const consoleRoute = consoleRoutesFor<CallbackResponses>();

export interface CallbackRoutesOptions {
  database: Database;
  directory: Pick<TenantDirectory, 'find'>;
  roles: Roles;
  audit: Audit;
  redelivery: Redelivery;
  testCall: TestCall;
  readHealth: ReadCallbackHealth;
}

const CONSOLE = { area: 'console', rateLimit: 'console_per_ip' } as const;

/** Routes for owners and admins. A callback of another workspace gets the response of an unknown one. */
export function callbackRoutes(options: CallbackRoutesOptions): Route[] {
  const { database, directory, roles, audit, redelivery, testCall } = options;

  const managedTenant = async (accountId: string, tenantId: string): Promise<Tenant> => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    await roles.requireRole(accountId, tenant.workspaceId, 'admin');
    return tenant;
  };

  /** Returns the workspace of a tenant whose callbacks may be sent. */
  const sendingTenant = async (accountId: string, tenantId: string): Promise<string> => {
    const tenant = await managedTenant(accountId, tenantId);
    requireWritable(tenant);
    return tenant.workspaceId;
  };

  const managedCallback = async (
    accountId: string,
    eventId: string,
  ): Promise<CallbackRow & { workspace_id: string }> => {
    const row = await findCallback(database.read, accountId, eventId);
    if (!row) throw new AppError('not_found');
    await roles.requireRole(accountId, row.workspace_id, 'admin');
    return row;
  };

  const record = (
    actor: Caller,
    action: AuditAction,
    workspaceId: string,
    subject: string,
    details: Record<string, unknown>,
  ) => audit.record(null, { workspaceId, action, actor, ip: actor.ip, subject, details });

  return [
    consoleRoute({
      ...CONSOLE,
      method: 'GET',
      path: '/console/fetch/callbacks',
      summary: "A tenant's callbacks, newest first by default; bodies adds their bytes",
      query: callbacksQuery,
      answer: callbacksAnswer,
      handle: async ({ principal, query }) => {
        await managedTenant(principal.accountId, query.tenant_id);
        const { rows, nextCursor } = await listCallbacks(database.slowRead, query);
        const view = query.bodies ? callbackWithBodyView : callbackView;
        return { callbacks: rows.map(view), next_cursor: nextCursor };
      },
    }),
    consoleRoute({
      ...CONSOLE,
      method: 'GET',
      path: '/console/fetch/callback',
      summary: 'One callback with its body and every attempt',
      query: callbackQuery,
      answer: callbackDetailAnswer,
      handle: async ({ principal, query }) => {
        const row = await managedCallback(principal.accountId, query.event_id);
        const attempts = await readAttempts(database.read, {
          tenantId: row.tenant_id,
          conversationId: row.conversation_id,
          sequence: row.sequence,
        });
        return { callback: callbackDetailView(row, attempts) };
      },
    }),
    consoleRoute({
      ...CONSOLE,
      method: 'GET',
      path: '/console/fetch/callback-health',
      summary: "The state of a tenant's callbacks: what waits, and what went wrong last",
      query: tenantBody,
      answer: callbackHealthAnswer,
      handle: async ({ principal, query }) => {
        await managedTenant(principal.accountId, query.tenant_id);
        return callbackHealthView(await options.readHealth(query.tenant_id));
      },
    }),
    consoleRoute({
      ...CONSOLE,
      method: 'POST',
      path: '/console/resend/callback',
      summary: 'Send a callback again: the same one, or with force a copy with a new id',
      body: resendBody,
      answer: callbackAnswer,
      handle: async (call) => {
        const caller = callerOf(call);
        const isForced = call.body.force ?? false;
        const row = await managedCallback(caller.accountId, call.body.event_id);
        await sendingTenant(caller.accountId, row.tenant_id);
        const eventId = await redelivery.resend(row, { isForced });
        await record(caller, 'callback.resent', row.workspace_id, eventId, { force: isForced });
        return { callback: callbackView(await managedCallback(caller.accountId, eventId)) };
      },
    }),
    consoleRoute({
      ...CONSOLE,
      method: 'POST',
      path: '/console/replay/callbacks',
      summary: 'Send the callbacks of a time span again; dry_run only counts them',
      body: replayBody,
      answer: replayAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, dry_run: isDryRun = false, ...body } = call.body;
        const caller = callerOf(call);
        const workspaceId = await sendingTenant(caller.accountId, tenantId);
        const range = {
          tenantId,
          since: Date.parse(body.since),
          until: Date.parse(body.until),
          states: body.state === undefined ? ['delivered', 'dead'] : [body.state],
          ...(body.event !== undefined && { event: body.event }),
        };
        const matched = await redelivery.count(range);
        if (isDryRun) return { matched, replayed: 0 };
        const replayed = await redelivery.replay(range);
        await record(caller, 'callbacks.replayed', workspaceId, tenantId, { ...body, replayed });
        return { matched, replayed };
      },
    }),
    consoleRoute({
      ...CONSOLE,
      method: 'POST',
      path: '/console/resume/callbacks',
      summary: "End every pause of a tenant's callbacks and send what is queued",
      body: tenantBody,
      answer: resumeAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId } = call.body;
        const caller = callerOf(call);
        const workspaceId = await sendingTenant(caller.accountId, tenantId);
        await redelivery.resume(tenantId);
        await record(caller, 'callbacks.resumed', workspaceId, tenantId, {});
        const [row] = await database.read.rows<{ waiting: number | string | null }>(
          'SELECT SUM(tail - head + 1) AS waiting FROM callback_lanes WHERE tenant_id = ?',
          [tenantId],
        );
        return { waiting: Number(row?.waiting ?? 0) }; // MySQL returns sums as decimal text
      },
    }),
    consoleRoute({
      ...CONSOLE,
      method: 'POST',
      path: '/console/test/callback',
      summary: 'Send a signed test event and report each step',
      body: tenantBody,
      answer: testAnswer,
      handle: async ({ principal, body }) => {
        await sendingTenant(principal.accountId, body.tenant_id);
        return { test: await testCall(body.tenant_id) };
      },
    }),
  ];
}
