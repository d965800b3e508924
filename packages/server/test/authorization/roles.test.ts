import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { startRelay, type TestRelay } from '../support/relay';
import { addMember, invite } from '../support/members';
import { callRoute, nameOf } from './route-call';
import { findRoute } from './route-calls';
import { createStockedWorld, startTalk, type StockedWorld } from './stocked-world';

/** The lowest role that may call each route. `account`: the route concerns the caller alone, so any account may. */
const LEAST_ROLES: Record<string, 'account' | 'operator' | 'admin' | 'owner'> = {
  'GET /console/fetch/account': 'account',
  'GET /console/fetch/sessions': 'account',
  'POST /console/logout': 'account',
  'POST /console/revoke/session': 'account',
  'POST /console/revoke/other-sessions': 'account',
  'POST /console/update/account': 'account',
  'POST /console/confirm/password': 'account',
  'POST /console/change/password': 'account',
  'POST /console/enroll/totp': 'account',
  'POST /console/activate/totp': 'account',
  'POST /console/disable/totp': 'account',
  'POST /console/delete/account': 'account',
  'POST /console/create/workspace': 'account',
  'POST /console/accept/invitation': 'account',

  'GET /console/fetch/workspaces': 'operator',
  'GET /console/fetch/operators': 'operator',
  'GET /console/fetch/tenants': 'operator',
  'GET /console/fetch/tenant': 'operator',
  'POST /console/set/presence': 'operator',
  'GET /console/fetch/conversations': 'operator',
  'GET /console/fetch/queue-summary': 'operator',
  'GET /console/fetch/conversation': 'operator',
  'GET /console/fetch/messages': 'operator',
  'GET /console/fetch/texts': 'operator',
  'GET /console/fetch/tickets': 'operator',
  'POST /console/claim/conversation': 'operator',
  'POST /console/release/conversation': 'operator',
  'POST /console/resolve/conversation': 'operator',
  'POST /console/transfer/conversation': 'operator',
  'POST /console/send/message': 'operator',
  'POST /console/send/typing': 'operator',
  'POST /console/read/conversation': 'operator',
  'POST /console/create/upload': 'operator',
  'POST /console/finish/upload': 'operator',
  'POST /console/cancel/upload': 'operator',
  'POST /console/unread/conversation': 'operator',
  'POST /console/snooze/conversation': 'operator',
  'POST /console/update/conversation': 'operator',
  'POST /console/update/conversations': 'operator',
  'GET /console/fetch/tags': 'operator',
  'POST /console/block/visitor': 'operator',
  'GET /console/fetch/blocks': 'operator',
  'POST /console/create/note': 'operator',
  'GET /console/fetch/notes': 'operator',
  'POST /console/remove/note': 'operator',
  'POST /console/create/canned-reply': 'operator',
  'GET /console/fetch/canned-replies': 'operator',
  'POST /console/update/canned-reply': 'operator',
  'POST /console/remove/canned-reply': 'operator',

  'POST /console/remove/message': 'admin',
  'POST /console/unblock/visitor': 'admin',
  'POST /console/update/workspace': 'admin',
  'GET /console/fetch/members': 'admin',
  'POST /console/update/member': 'admin',
  'POST /console/remove/member': 'admin',
  'GET /console/fetch/audit-log': 'admin',
  'POST /console/create/invitation': 'admin',
  'GET /console/fetch/invitations': 'admin',
  'POST /console/resend/invitation': 'admin',
  'POST /console/revoke/invitation': 'admin',
  'POST /console/create/tenant': 'admin',
  'POST /console/update/tenant': 'admin',
  'GET /console/fetch/widget-sightings': 'admin',
  'GET /console/fetch/reports': 'admin',
  'GET /console/fetch/faq-entries': 'admin',
  'POST /console/create/faq-entry': 'admin',
  'POST /console/update/faq-entry': 'admin',
  'POST /console/remove/faq-entry': 'admin',
  'GET /console/fetch/knowledge-documents': 'operator',
  'GET /console/fetch/knowledge-document': 'operator',
  'POST /console/create/knowledge-document': 'admin',
  'POST /console/update/knowledge-document': 'admin',
  'POST /console/remove/knowledge-document': 'admin',
  'GET /console/fetch/unanswered': 'operator',
  'POST /console/dismiss/unanswered': 'admin',
  'GET /console/fetch/closest-passages': 'operator',
  'GET /console/fetch/threshold-preview': 'admin',
  'POST /console/translate/message': 'operator',
  'POST /console/translate/draft': 'operator',
  'POST /console/import/conversations': 'admin',
  'POST /console/test/bot': 'admin',
  'POST /console/rotate/widget-key': 'admin',
  'POST /console/rotate/tenant-secret': 'admin',
  'POST /console/activate/tenant-secret': 'admin',
  'POST /console/test/callback': 'admin',
  'POST /console/create/operator': 'admin',
  'POST /console/update/operator': 'admin',
  'POST /console/remove/operator': 'admin',
  'GET /console/fetch/callbacks': 'admin',
  'GET /console/fetch/callback': 'admin',
  'GET /console/fetch/callback-health': 'admin',
  'POST /console/resend/callback': 'admin',
  'POST /console/replay/callbacks': 'admin',
  'POST /console/resume/callbacks': 'admin',
  'POST /console/export/visitor': 'admin',
  'POST /console/erase/visitor': 'admin',

  'POST /console/delete/workspace': 'owner',
  'POST /console/delete/tenant': 'owner',
  'POST /console/restore/tenant': 'owner',
};

const routesFor = (role: string) =>
  Object.keys(LEAST_ROLES).filter((name) => LEAST_ROLES[name] === role);

/** Refusals that admins and operators may get where only the conversation's assignee succeeds. */
const ASSIGNEES_ALONE = new Set(['not_assignee']);

let relay: TestRelay;
let receiver: CallbackReceiver;
let world: StockedWorld;

beforeAll(async () => {
  relay = await startRelay();
  const secrets = new Map<string, string>();
  receiver = await startCallbackReceiver({
    secretsFor: (tenantId) => [secrets.get(tenantId) ?? ''],
  });
  world = await createStockedWorld({ url: relay.url, adminKey: relay.adminKey, receiver, secrets });
});

afterAll(async () => {
  await relay?.stop();
  await receiver?.close();
});

const callAs = async (name: string, token: string) => {
  const { route, call } = findRoute(relay.relay.routes, name);
  const reply = await callRoute(relay.url, route, await call.fields(world), { token });
  const expected = call.owner ?? { status: route.status ?? 200, code: undefined };
  return {
    ...reply,
    isSuccess: reply.status === expected.status && reply.code === expected.code,
  };
};

describe('roles', () => {
  it('knows the least role for every route of the console', () => {
    const routes = relay.relay.routes.filter(({ strategy }) => strategy === 'console');
    expect(routes.map(nameOf).toSorted()).toEqual(Object.keys(LEAST_ROLES).toSorted());
  });

  it.each(routesFor('operator'))('admits operators and admins to %s', async (name) => {
    for (const { token } of [world.operator, world.admin]) {
      const { isSuccess, code = '', text } = await callAs(name, token);
      // An upload is finished and cancelled by its uploader alone.
      const isOthers = /(finish|cancel)\/upload$/.test(name) && code === 'not_found';
      expect(isSuccess || isOthers || ASSIGNEES_ALONE.has(code), text).toBe(true);
    }
  });

  it.each(routesFor('admin'))('admits admins and no operators to %s', async (name) => {
    const refused = await callAs(name, world.operator.token);
    expect({ status: refused.status, code: refused.code }, refused.text).toEqual({
      status: 403,
      code: 'insufficient_role',
    });
    const { isSuccess, text } = await callAs(name, world.admin.token);
    expect(isSuccess, text).toBe(true);
  });

  it.each(routesFor('owner'))('lets owners, and no one else: %s', async (name) => {
    for (const { token } of [world.operator, world.admin]) {
      const { status, code, text } = await callAs(name, token);
      expect({ status, code }, text).toEqual({ status: 403, code: 'insufficient_role' });
    }
    const { isSuccess, text } = await callAs(name, world.ownerToken);
    expect(isSuccess, text).toBe(true);
  });

  it('refuses changes of owners by admins', async () => {
    const { workspaceId: workspace_id, ownerAccountId: account_id, admin } = world;
    const { accountId } = await addMember(world.url, world, 'operator');
    const { invitationId: invitation_id } = await invite(world, 'owner');
    const email = 'new-owner@example.com';
    const attempts: [string, object][] = [
      ['update/member', { workspace_id, account_id, role: 'operator' }],
      ['update/member', { workspace_id, account_id: accountId, role: 'owner' }],
      ['update/member', { workspace_id, account_id: admin.accountId, role: 'owner' }],
      ['remove/member', { workspace_id, account_id }],
      ['create/invitation', { workspace_id, email, role: 'owner' }],
      ['resend/invitation', { invitation_id }],
      ['revoke/invitation', { invitation_id }],
    ];
    for (const [path, body] of attempts) {
      const { status, data } = await admin.api.post(`/console/${path}`, body);
      expect({ path, status, code: data.code }).toEqual({
        path,
        status: 403,
        code: 'insufficient_role',
      });
    }
  });

  it('shows operators no tenant that they do not serve', async () => {
    const { owner, operator, workspaceId, url, mark } = world;
    const { data: made } = await owner.post<{
      tenant: { tenant_id: string; widget_public_key: string };
    }>('/console/create/tenant', {
      workspace_id: workspaceId,
      tenant_name: 'Not theirs',
      allowed_origins: [world.origin],
      bot: { kind: 'none' },
    });
    const { tenant_id: tenantId, widget_public_key: widgetKey } = made.tenant;
    const { conversationId } = await startTalk(url, { ...world, tenantId, widgetKey }, mark);

    const hidden = [
      `fetch/tenant?tenant_id=${tenantId}`,
      `fetch/conversations?tenant_id=${tenantId}`,
      `fetch/texts?tenant_id=${tenantId}`,
      `fetch/tickets?tenant_id=${tenantId}`,
      `fetch/conversation?conversation_id=${conversationId}`,
      `fetch/messages?conversation_id=${conversationId}`,
    ];
    for (const path of hidden) {
      const { status, data } = await operator.api.get(`/console/${path}`);
      expect({ path, status, code: data.code }).toEqual({ path, status: 404, code: 'not_found' });
    }
    const claim = await operator.api.post('/console/claim/conversation', {
      conversation_id: conversationId,
    });
    expect(claim.status).toBe(404);
    for (const list of ['tenants', 'conversations', 'tickets']) {
      const { status, data } = await operator.api.get(
        `/console/fetch/${list}?workspace_id=${workspaceId}`,
      );
      expect(status).toBe(200);
      expect(JSON.stringify(data)).not.toContain(tenantId);
    }
  });
});
