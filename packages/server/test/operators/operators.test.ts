import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayServe } from '../../src/operators/operator';
import type { PresenceChange } from '../../src/operators/presence';
import {
  BY_TOKEN,
  seedTenant,
  startTenantsServer,
  type SeededTenant,
  type TenantsServer,
} from '../support/tenants-server';

const AWAY_MS = 60_000;
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

let now = Date.now();
let relay: TenantsServer;
let seeded: SeededTenant;
let people = 0;

beforeAll(async () => {
  relay = await startTenantsServer({
    clock: () => now,
    env: { OPERATOR_AWAY_RELEASE_S: String(AWAY_MS / 1000) },
  });
});
afterAll(() => relay.close());
beforeEach(async () => {
  seeded = await seedTenant(relay);
});

const newEmail = () => `person-${++people}@acme.example`;

function createOperator(email: string, fields: object = {}, token = seeded.owner) {
  const { workspaceId: workspace_id, tenantId } = seeded;
  const body = { workspace_id, email, display_name: 'Camille', tenant_ids: [tenantId], ...fields };
  return relay.post('/console/create/operator', body, { token });
}

/** A member who has become an operator. */
async function buildOperator() {
  const email = newEmail();
  const token = await relay.account(email, { [seeded.workspaceId]: 'operator' });
  const { operator } = (await createOperator(email)).data;
  return { token, operatorId: operator.operator_id };
}

const setPresence = (token: string, status: string) =>
  relay.post('/console/set/presence', { status }, { token });

describe('operators in the console', () => {
  it('makes a member an operator at once', async () => {
    const email = newEmail();
    await relay.account(email, { [seeded.workspaceId]: 'admin' });
    const answer = await createOperator(` ${email.toUpperCase()} `, {
      routing_keys: ['lyon', 'lyon'],
    });
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({
      operator: {
        operator_id: expect.any(String),
        workspace_id: seeded.workspaceId,
        account_id: expect.any(String),
        display_name: 'Camille',
        tenant_ids: [seeded.tenantId],
        routing_keys: ['lyon'],
        capacity: 10,
        presence: 'offline',
      },
    });
    expect((await createOperator(email)).data.code).toBe('state_conflict');
  });

  it('makes one operator of ten requests at once', async () => {
    const email = newEmail();
    await relay.account(email, { [seeded.workspaceId]: 'operator' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => createOperator(email)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
  });

  it('invites a stranger, who is an operator once they accept', async () => {
    const email = newEmail();
    const invited = await createOperator(email, { capacity: 3, routing_keys: ['paris'] });
    expect(invited.status).toBe(201);
    expect(invited.data).toMatchObject({
      operator: null,
      invitation: { email, role: 'operator' },
      dev_invite_token: expect.stringMatching(/^inv_/),
    });

    const accountId = await relay.account(email);
    const caller = {
      accountId,
      sessionId: '',
      email,
      displayName: email,
      isSystem: false,
      ip: '',
      session: BY_TOKEN,
    };
    await relay.invitations.accept(caller, invited.data.dev_invite_token);
    expect(await relay.operators.operatorOf(accountId, seeded.workspaceId)).toMatchObject({
      displayName: 'Camille',
      tenantIds: [seeded.tenantId],
      routingKeys: ['paris'],
      capacity: 3,
    });
  });

  it('refuses tenants of others and people who may not name operators', async () => {
    const foreign = await seedTenant(relay);
    const email = newEmail();
    const answers = [
      await createOperator(email, { tenant_ids: [foreign.tenantId] }),
      await createOperator(email, { tenant_ids: [UNKNOWN] }),
      await createOperator(email, {}, foreign.owner),
    ];
    for (const answer of answers)
      expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);

    const { token } = await buildOperator();
    expect((await createOperator(email, {}, token)).data.code).toBe('insufficient_role');
  });

  it('updates what is given, and removes', async () => {
    const { operatorId, token } = await buildOperator();
    const change = (fields: object, as = seeded.owner) =>
      relay.post('/console/update/operator', { operator_id: operatorId, ...fields }, { token: as });

    expect((await change({ capacity: 2 })).data.operator).toMatchObject({
      capacity: 2,
      display_name: 'Camille',
      tenant_ids: [seeded.tenantId],
    });
    expect((await change({ tenant_ids: [] })).data.operator.tenant_ids).toEqual([]);
    expect((await change({ capacity: 0 })).status).toBe(422);
    expect((await change({ capacity: 1 }, token)).data.code).toBe('insufficient_role');
    const stranger = (await seedTenant(relay)).owner;
    expect((await change({ capacity: 1 }, stranger)).data.code).toBe('not_found');

    const remove = () =>
      relay.post('/console/remove/operator', { operator_id: operatorId }, { token: seeded.owner });
    expect((await remove()).status).toBe(200);
    expect((await remove()).data.code).toBe('not_found');
    expect(await relay.operators.find(operatorId)).toBeNull();
  });

  it('lists a workspace in pages, to its operators too', async () => {
    const { token, operatorId } = await buildOperator();
    const second = await buildOperator();
    const page = (cursor = '') =>
      relay.get(`/console/fetch/operators?workspace_id=${seeded.workspaceId}&limit=1${cursor}`, {
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

  it('takes an operator away with the member', async () => {
    const { operatorId, token } = await buildOperator();
    await relay.removeMember(seeded.workspaceId, token);
    expect(await relay.operators.find(operatorId)).toBeNull();
  });
});

describe('presence', () => {
  const isAvailable = () => relay.presence.isAnyAvailable(seeded.tenantId, now);

  it('tells listeners and makes a tenant available', async () => {
    const { token, operatorId } = await buildOperator();
    expect(await isAvailable()).toBe(false);
    const heard: PresenceChange[] = [];
    const stop = relay.presence.onPresence((change) => heard.push(change));
    const answer = await setPresence(token, 'online');
    stop();
    expect(answer.data.operators.map(({ presence }) => presence)).toEqual(['online']);
    expect(heard).toEqual([{ operatorId, workspaceId: seeded.workspaceId, status: 'online' }]);
    expect(await isAvailable()).toBe(true);
    await setPresence(token, 'away');
    expect(await isAvailable()).toBe(false);
  });

  it('does not count one who fell silent, until they give a sign', async () => {
    const { token, operatorId } = await buildOperator();
    await setPresence(token, 'online');
    now += AWAY_MS;
    expect(await isAvailable()).toBe(false);
    // A sign may have come that is written down with the next one only.
    expect(await relay.presence.silentSince([operatorId], now - AWAY_MS + 1)).toEqual([]);
    now += AWAY_MS / 10;
    expect(await relay.presence.silentSince([operatorId], now - AWAY_MS + 1)).toEqual([operatorId]);

    await relay.presence.touch(token);
    await expect.poll(isAvailable).toBe(true);
    expect(await relay.presence.silentSince([operatorId], now - AWAY_MS + 1)).toEqual([]);
  });

  it('takes an operator who is none any more for silent', async () => {
    const { operatorId } = await buildOperator();
    expect(await relay.presence.silentSince([operatorId, UNKNOWN], 0)).toEqual([UNKNOWN]);
  });

  it('is for operators', async () => {
    expect((await setPresence(seeded.owner, 'online')).data.code).toBe('insufficient_role');
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
  ])('with queues %j, tenant %s and queue %s: %s', (keys, tenantId, routingKey, expected) => {
    expect(mayServe(operator(keys), tenantId, routingKey)).toBe(expected);
  });
});
