import { chooseLanguage } from '@chat-relay/widget-sdk/languages';
import type { Route } from '../platform/http/route';
import { callerOf, consoleRoutesFor } from '../workspaces/principal';
import {
  createTenantBody,
  deleteTenantBody,
  graceBody,
  tenantAnswer,
  tenantIdFields,
  tenantsAnswer,
  tenantsQuery,
  tenantWithSecretAnswer,
  updateTenantBody,
} from './schemas';
import type { TenantDeletion } from './deletion';
import type { Tenants } from './service';
import { defaultTexts } from './texts/keys';
import { textsAnswer, textsQuery } from './texts/schema';
import { tenantView } from './view';
import type { TenantResponses } from './wire';

const consoleRoute = consoleRoutesFor<TenantResponses>();

const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export interface TenantRoutesOptions {
  tenants: Tenants;
  deletion: TenantDeletion;
}

export function tenantRoutes({ tenants, deletion }: TenantRoutesOptions): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/create/tenant',
      summary: 'Create a tenant; its secret is shown only here',
      body: createTenantBody,
      bodyLimit: 'body_tenant_bytes',
      answer: tenantWithSecretAnswer,
      status: 201,
      idempotent: { secrets: ['tenant_secret'] },
      handle: async (call) => {
        const { tenant, secret } = await tenants.create(callerOf(call), call.body);
        return { tenant: tenantView(tenant), tenant_secret: secret };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/tenants',
      summary: "A workspace's tenants; an operator sees those they serve",
      query: tenantsQuery,
      answer: tenantsAnswer,
      handle: async ({ query: { workspace_id: workspaceId, ...rest }, principal }) => {
        const page = await tenants.list(principal.accountId, { workspaceId, ...rest });
        return { tenants: page.rows.map(tenantView), next_cursor: page.nextCursor };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/tenant',
      summary: 'One tenant',
      query: tenantIdFields,
      answer: tenantAnswer,
      handle: async ({ query, principal }) => ({
        tenant: tenantView(await tenants.get(principal.accountId, query.tenant_id)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/texts',
      summary: 'What visitors read in one language where the tenant has no texts of its own',
      query: textsQuery,
      answer: textsAnswer,
      handle: async ({ query: { tenant_id: tenantId, language }, principal }) => {
        const { defaultLocale } = await tenants.get(principal.accountId, tenantId);
        return { texts: defaultTexts(language ?? chooseLanguage(defaultLocale)) };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/update/tenant',
      summary:
        'Change settings; a given object replaces the whole stored one, without faq its entries stay',
      body: updateTenantBody,
      bodyLimit: 'body_tenant_bytes',
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, version, ...settings } = call.body;
        const tenant = await tenants.update(callerOf(call), tenantId, settings, version);
        return { tenant: tenantView(tenant) };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/rotate/widget-key',
      summary: 'Create a new widget key; the old one works until grace_s has passed',
      body: graceBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, grace_s: graceS } = call.body;
        return {
          tenant: tenantView(await tenants.rotateWidgetKey(callerOf(call), tenantId, graceS)),
        };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/rotate/tenant-secret',
      summary: 'Create a pending secret, shown only here; deploy it, then activate it',
      body: tenantIdFields,
      answer: tenantWithSecretAnswer,
      handle: async (call) => {
        const { tenant, secret } = await tenants.rotateSecret(callerOf(call), call.body.tenant_id);
        return { tenant: tenantView(tenant), tenant_secret: secret };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/activate/tenant-secret',
      summary: 'Sign with the pending secret; the old one is accepted until grace_s has passed',
      body: graceBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, grace_s: graceS } = call.body;
        return {
          tenant: tenantView(await tenants.activateSecret(callerOf(call), tenantId, graceS)),
        };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/delete/tenant',
      summary: 'Delete a tenant in seven days; until then it can be restored',
      body: deleteTenantBody,
      answer: tenantAnswer,
      handle: async (call) => {
        const { tenant_id: tenantId, tenant_name: name } = call.body;
        return { tenant: tenantView(await deletion.delete(callerOf(call), tenantId, name)) };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/restore/tenant',
      summary: 'Take the deletion of a tenant back',
      body: tenantIdFields,
      answer: tenantAnswer,
      handle: async (call) => ({
        tenant: tenantView(await deletion.restore(callerOf(call), call.body.tenant_id)),
      }),
    }),
  ];
}
