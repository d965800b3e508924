import { randomBytes } from 'node:crypto';
import { apiOf, type Answer, type Api } from './api';

export interface World {
  owner: Api;
  ownerToken: string;
  workspaceId: string;
  tenantId: string;
  tenantSecret: string;
  widgetKey: string;
  origin: string;
}

export interface WorldOperator {
  api: Api;
  token: string;
  operatorId: string;
  displayName: string;
}

/** Password of every account that `register` creates. */
export const PASSWORD = 'a long enough passphrase';

/** Creates a workspace with a tenant through the public API. Its owner is no operator of the tenant. */
export async function createWorld(
  url: string,
  tenant: Record<string, unknown> = {},
): Promise<World> {
  const { token, workspaceId } = await registerOwner(url);
  const owner = apiOf(url, token);
  const origin = 'https://shop.example';
  const created = await owner.post<{
    tenant: { tenant_id: string; widget_public_key: string };
    tenant_secret: string;
  }>('/console/create/tenant', {
    workspace_id: workspaceId,
    tenant_name: 'Shop',
    allowed_origins: [origin],
    answer: false,
    ...tenant,
  });
  expectStatus(created, 201);
  return {
    owner,
    ownerToken: token,
    workspaceId,
    tenantId: created.data.tenant.tenant_id,
    tenantSecret: created.data.tenant_secret,
    widgetKey: created.data.tenant.widget_public_key,
    origin,
  };
}

export function uniqueEmail(): string {
  return `u${randomBytes(6).toString('hex')}@example.com`;
}

async function registerOwner(url: string): Promise<{ token: string; workspaceId: string }> {
  const { token, memberships } = await register(url, uniqueEmail(), 'Olga Owner', {
    organization_name: 'Shop Ltd',
  });
  const workspaceId = memberships[0]?.workspace_id;
  if (workspaceId === undefined) throw new Error('the owner has no workspace');
  return { token, workspaceId };
}

export async function register(
  url: string,
  email: string,
  displayName: string,
  by: { organization_name: string } | { invite_token: string },
): Promise<{ token: string; memberships: { workspace_id: string }[] }> {
  const api = apiOf(url);
  const registered = await api.post<{ registration_token: string; dev_otp: string }>(
    '/console/register',
    { email, password: PASSWORD, display_name: displayName, ...by },
  );
  expectStatus(registered, 201);
  const verified = await api.post<{
    console_token: string;
    memberships: { workspace_id: string }[];
  }>('/console/verify/registration', {
    registration_token: registered.data.registration_token,
    otp: registered.data.dev_otp,
  });
  expectStatus(verified, 200);
  return { token: verified.data.console_token, memberships: verified.data.memberships };
}

/** Creates an account and makes it an operator of the world's tenant by invitation. */
export async function addOperator(
  url: string,
  world: World,
  displayName: string,
  more: Record<string, unknown> = {},
): Promise<WorldOperator> {
  const email = uniqueEmail();
  const invited = await world.owner.post<{ dev_invite_token: string }>('/console/create/operator', {
    workspace_id: world.workspaceId,
    email,
    display_name: displayName,
    tenant_ids: [world.tenantId],
    ...more,
  });
  expectStatus(invited, 201);
  const { token } = await register(url, email, displayName, {
    invite_token: invited.data.dev_invite_token,
  });
  const listed = await world.owner.get<{
    operators: { operator_id: string; display_name: string }[];
  }>(`/console/fetch/operators?workspace_id=${world.workspaceId}&limit=200`);
  const operator = listed.data.operators.find((one) => one.display_name === displayName);
  if (!operator) throw new Error(`no operator ${displayName}`);
  return {
    api: apiOf(url, token),
    token,
    operatorId: operator.operator_id,
    displayName,
  };
}

export interface WorldVisitor {
  sessionId: string;
  token: string;
  api: Api;
}

export async function createVisitor(
  url: string,
  world: Pick<World, 'tenantId' | 'widgetKey' | 'origin'>,
  more: Record<string, unknown> = {},
): Promise<WorldVisitor> {
  const created = await apiOf(url).post<{ session_id: string; visitor_token: string }>(
    '/create/visitor-session',
    {
      tenant_id: world.tenantId,
      widget_public_key: world.widgetKey,
      origin: world.origin,
      ...more,
    },
  );
  expectStatus(created, 201);
  const { session_id: sessionId, visitor_token: token } = created.data;
  return { sessionId, token, api: apiOf(url, token) };
}

function expectStatus(answer: Answer<unknown>, status: number): void {
  if (answer.status === status) return;
  throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.data)}`);
}
