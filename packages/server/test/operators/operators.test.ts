import { beforeEach, describe, expect, it } from 'vitest';
import { mayServe } from '../../src/operators/operator';
import { addMember } from '../support/members';
import { useRelay } from '../support/relay';
import { createWorld, register, uniqueEmail, type World } from '../support/world';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

const relay = useRelay();
let world: World;
beforeEach(async () => {
  world = await createWorld(relay.url);
});

function createOperator(email: string, fields: object = {}, token = world.ownerToken) {
  const { workspaceId: workspace_id, tenantId } = world;
  const body = { workspace_id, email, display_name: 'Camille', tenant_ids: [tenantId], ...fields };
  return relay.post('/console/create/operator', body, { token });
}

/** A member who has become an operator. */
async function buildOperator() {
  const { email, token, accountId } = await addMember(relay.url, world, 'operator');
  const { operator } = (await createOperator(email)).data;
  return { token, accountId, operatorId: operator.operator_id as string };
}

const setPresence = (token: string, status: string) =>
  relay.post('/console/set/presence', { status }, { token });

/** The workspace's operators, as the member with this token sees them. */
async function listedTo(token: string): Promise<object[]> {
  const path = `/console/fetch/operators?workspace_id=${world.workspaceId}`;
  return (await relay.get(path, { token })).data.operators;
}

describe('operators in the console', () => {
  it('makes a member an operator at once', async () => {
    const { email } = await addMember(relay.url, world, 'admin');
    const answer = await createOperator(` ${email.toUpperCase()} `, {
      routing_keys: ['lyon', 'lyon'],
    });
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({
      operator: {
        operator_id: expect.any(String),
        workspace_id: world.workspaceId,
        account_id: expect.any(String),
        display_name: 'Camille',
        tenant_ids: [world.tenantId],
        routing_keys: ['lyon'],
        capacity: 10,
        presence: 'offline',
        presence_since: expect.any(String),
        presence_set: 'offline',
      },
    });
    expect((await createOperator(email)).data.code).toBe('state_conflict');
  });

  it('makes one operator of ten parallel requests', async () => {
    const { email } = await addMember(relay.url, world, 'operator');
    const answers = await Promise.all(Array.from({ length: 10 }, () => createOperator(email)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
  });

  it('invites a stranger, who is an operator once they accept', async () => {
    const email = uniqueEmail();
    const invited = await createOperator(email, { capacity: 3, routing_keys: ['paris'] });
    expect(invited.status).toBe(201);
    expect(invited.data).toMatchObject({
      operator: null,
      invitation: { email, role: 'operator' },
      dev_invite_token: expect.stringMatching(/^inv_/),
    });

    const invite_token = invited.data['dev_invite_token'];
    const { token } = await register(relay.url, email, 'Stranger', { invite_token });
    expect(await listedTo(token)).toMatchObject([
      {
        display_name: 'Camille',
        tenant_ids: [world.tenantId],
        routing_keys: ['paris'],
        capacity: 3,
      },
    ]);
  });

  it('refuses foreign tenants and members who may not name operators', async () => {
    const foreign = await createWorld(relay.url);
    const email = uniqueEmail();
    const answers = [
      await createOperator(email, { tenant_ids: [foreign.tenantId] }),
      await createOperator(email, { tenant_ids: [UNKNOWN] }),
      await createOperator(email, {}, foreign.ownerToken),
    ];
    for (const answer of answers)
      expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);

    const { token } = await buildOperator();
    expect((await createOperator(email, {}, token)).data.code).toBe('insufficient_role');
  });

  it('updates the given fields of an operator and removes it', async () => {
    const { operatorId, token } = await buildOperator();
    const change = (fields: object, as = world.ownerToken) =>
      relay.post('/console/update/operator', { operator_id: operatorId, ...fields }, { token: as });

    expect((await change({ capacity: 2 })).data.operator).toMatchObject({
      capacity: 2,
      display_name: 'Camille',
      tenant_ids: [world.tenantId],
    });
    expect((await change({ tenant_ids: [] })).data.operator.tenant_ids).toEqual([]);
    expect((await change({ capacity: 0 })).status).toBe(422);
    expect((await change({ capacity: 1 }, token)).data.code).toBe('insufficient_role');
    const stranger = (await createWorld(relay.url)).ownerToken;
    expect((await change({ capacity: 1 }, stranger)).data.code).toBe('not_found');

    const remove = () =>
      relay.post(
        '/console/remove/operator',
        { operator_id: operatorId },
        { token: world.ownerToken },
      );
    expect((await remove()).status).toBe(200);
    expect((await remove()).data.code).toBe('not_found');
    expect(await listedTo(world.ownerToken)).toEqual([]);
  });

  it('lists operators in pages, to operators too', async () => {
    const { token, operatorId } = await buildOperator();
    const second = await buildOperator();
    const page = (cursor = '') =>
      relay.get(`/console/fetch/operators?workspace_id=${world.workspaceId}&limit=1${cursor}`, {
        token,
      });
    const first = await page();
    const last = await page(`&cursor=${first.data.next_cursor}`);
    expect([...first.data.operators, ...last.data.operators].map((o) => o.operator_id)).toEqual([
      operatorId,
      second.operatorId,
    ]);
    expect(last.data.next_cursor).toBeNull();
  });

  it('removes an operator with the member', async () => {
    const { accountId } = await buildOperator();
    const member = { workspace_id: world.workspaceId, account_id: accountId };
    expect((await world.owner.post('/console/remove/member', member)).status).toBe(200);
    expect(await listedTo(world.ownerToken)).toEqual([]);
  });
});

describe('presence', () => {
  it('lets only operators set their presence', async () => {
    expect((await setPresence(world.ownerToken, 'online')).data.code).toBe('insufficient_role');
    const { token } = await buildOperator();
    expect((await setPresence(token, 'busy')).status).toBe(422);
  });
});

describe('mayServe', () => {
  const operator = (routingKeys: string[]) => ({ tenantIds: ['t1'], routingKeys });
  it.each([
    [[], 't1', 'lyon', true],
    [['lyon'], 't1', 'lyon', true],
    [['lyon'], 't1', 'Lyon', false],
    [['lyon'], 't1', null, true],
    [[], 't2', null, false],
  ])(
    'decides whether an operator with queues %j serves tenant %s and queue %s: %s',
    (keys, tenantId, routingKey, expected) => {
      expect(mayServe(operator(keys), tenantId, routingKey)).toBe(expected);
    },
  );
});
