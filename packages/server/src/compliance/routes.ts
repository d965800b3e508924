import { AppError } from '../platform/errors';
import { asList } from '../platform/http/large-json';
import type { Route } from '../platform/http/route';
import type { TenantDirectory } from '../tenants/directory';
import { requireWritable } from '../tenants/tenant';
import { callerOf, consoleRoutesFor, requireConfirmed, type Caller } from '../workspaces/principal';
import type { Roles } from '../workspaces/roles';
import { eraseBody, eraseOrCountAnswer, exportAnswer, visitorBody, visitorRefOf } from './schemas';
import type { Compliance } from './service';
import type { Requester } from './visitor';
import type { ComplianceResponses } from './wire';

const consoleRoute = consoleRoutesFor<ComplianceResponses>();

const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export interface ComplianceRoutesDeps {
  compliance: Compliance;
  directory: Pick<TenantDirectory, 'find'>;
  roles: Roles;
}

export function complianceRoutes({ compliance, directory, roles }: ComplianceRoutesDeps): Route[] {
  /** Admits owners and admins only. A tenant of another workspace is `not_found`, like an unknown one. */
  const requester = async (
    caller: Caller,
    tenantId: string,
    { writes = false } = {},
  ): Promise<Requester> => {
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    await roles.requireRole(caller.accountId, tenant.workspaceId, 'admin');
    if (writes) requireWritable(tenant);
    requireConfirmed(caller);
    return { actor: caller, ip: caller.ip };
  };

  return [
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/export/visitor',
      summary: 'Everything stored about a visitor, as one document',
      body: visitorBody,
      answer: exportAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId } = call.body;
        const by = await requester(callerOf(call), tenantId);
        const document = await compliance.exportVisitor(tenantId, visitorRefOf(call.body), by);
        return { export: { ...document, sessions: asList(document.sessions) } };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/erase/visitor',
      summary: 'Erase all messages and the identity of a visitor permanently, or count them',
      body: eraseBody,
      answer: eraseOrCountAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId } = call.body;
        const by = await requester(callerOf(call), tenantId, { writes: true });
        const ref = visitorRefOf(call.body);
        if (call.body.dry_run) {
          return { erased_sessions: 0, would_erase: await compliance.countVisitor(tenantId, ref) };
        }
        const { sessions } = await compliance.eraseVisitor(tenantId, ref, by);
        return { erased_sessions: sessions };
      },
    }),
  ];
}
