import { beforeEach, expect, it } from 'vitest';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url);
});

interface Operator {
  account_id: string;
  display_name: string;
  tenant_ids: string[];
}
const create = async (api = world.owner, more: object = {}) => {
  const { status, data } = await api.post<{ tenant: { tenant_id: string } }>(
    '/console/create/tenant',
    {
      workspace_id: world.workspaceId,
      tenant_name: 'New',
      allowed_origins: [world.origin],
      ...more,
    },
  );
  expect(status).toBe(201);
  return data.tenant.tenant_id;
};
const operators = async () => {
  const path = `/console/fetch/operators?workspace_id=${world.workspaceId}`;
  return (await world.owner.get<{ operators: Operator[] }>(path)).data.operators;
};

it('makes the creator of a tenant its operator, once in a workspace', async () => {
  const first = await create();
  const second = await create();
  expect(await operators()).toMatchObject([
    { display_name: 'Olga Owner', tenant_ids: [first, second].toSorted() },
  ]);
  const { data } = await world.owner.get<{ entries: { action: string }[] }>(
    `/console/fetch/audit-log?workspace_id=${world.workspaceId}`,
  );
  const actions = data.entries.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['operator.created', 'operator.updated']));
});

it('makes no operator of a creator who does not answer', async () => {
  await create(world.owner, { answer: false });
  expect(await operators()).toEqual([]);
});

it('makes operators of two creators at once, each with their own tenants', async () => {
  const admin = await addMember(relay.url, world, 'admin');
  const [own, theirs, alsoOwn] = await Promise.all([create(), create(admin.api), create()]);
  const byAccount = new Map((await operators()).map((one) => [one.account_id, one.tenant_ids]));
  expect(byAccount.get(admin.accountId)).toEqual([theirs]);
  byAccount.delete(admin.accountId);
  expect([...byAccount.values()]).toEqual([[own, alsoOwn].toSorted()]);
});

it('lets the creator claim at once', async () => {
  await create();
  const presence = await world.owner.post<{ operators: object[] }>('/console/set/presence', {
    status: 'online',
  });
  expect(presence.data.operators).toHaveLength(1);
});
