import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../../support/relay';
import { userSignature } from '@chat-relay/receiver-sdk';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
  type WorldVisitor,
} from '../../support/world';

let relay: TestRelay;
let now = Date.now();
let world: World;
let ana: WorldOperator;
beforeAll(async () => {
  relay = await startRelay({ clock: () => now });
});
afterAll(() => relay.stop());
beforeEach(async () => {
  world = await createWorld(relay.url, { bot: { kind: 'none' } });
  ana = await addOperator(relay.url, world, 'Ana');
});

interface Row {
  conversation_id: string;
  agent_read_seq: number;
  metadata: object;
  origin: string;
  page: null;
  last_message: { kind: string; preview: string; at: string } | null;
  unread: number;
}

async function begin(
  more: Record<string, unknown> = {},
): Promise<{ socket: VisitorSocket; visitor: WorldVisitor; id: string }> {
  const visitor = await createVisitor(relay.url, world, more);
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m1', 'Bonjour');
  const { conversation } = await socket.next('status');
  return { socket, visitor, id: conversation.conversation_id };
}

async function row(id: string): Promise<Row> {
  const { data } = await ana.api.get<{ conversation: Row }>(
    `/console/fetch/conversation?conversation_id=${id}`,
  );
  return data.conversation;
}

describe('a row of the inbox', () => {
  it('shows in a row of the inbox the page’s metadata and the last message', async () => {
    const metadata = { cart: { total: 49.9 } };
    const { socket, id } = await begin({ metadata });
    const expected = {
      metadata,
      origin: world.origin,
      page: null,
      // The row shows the visitor's message although system lines follow it.
      last_message: { kind: 'visitor', preview: 'Bonjour', at: new Date(now).toISOString() },
      unread: 1,
    };
    expect(await row(id)).toMatchObject(expected);
    const { data } = await ana.api.get<{ conversations: Row[] }>('/console/fetch/conversations');
    expect(data.conversations).toEqual([expect.objectContaining(expected)]);
    socket.ws.close();
  });

  it('counts the messages that no operator has read', async () => {
    const { socket, id } = await begin();
    const acks = [];
    for (let i = 2; i <= 5; i++) acks.push(await socket.say(`m${i}`, `message ${i}`));
    expect((await row(id)).unread).toBe(5);
    const read = async (seq: number) => {
      const { data } = await ana.api.post<{ conversation: Row }>('/console/read/conversation', {
        conversation_id: id,
        seq,
      });
      return data.conversation.unread;
    };
    expect(await read(acks[1]!.seq)).toBe(2);
    expect((await row(id)).unread).toBe(2);
    await socket.say('m6', 'message 6');
    expect((await row(id)).unread).toBe(3);
    expect(await read(1)).toBe(3);
    expect(await read(999)).toBe(0);
    socket.ws.close();
  });

  it('counts nothing as unread after an operator’s answer', async () => {
    const { socket, id } = await begin();
    await ana.api.post('/console/claim/conversation', { conversation_id: id });
    expect((await row(id)).unread).toBe(1);
    await ana.api.post('/console/send/message', {
      conversation_id: id,
      client_msg_id: 'a1',
      content: `Oui\n${'é'.repeat(200)}`,
    });
    const answered = await row(id);
    expect(answered.unread).toBe(0);
    expect(answered.last_message).toMatchObject({
      kind: 'agent',
      preview: `Oui ${'é'.repeat(136)}`,
    });
    await ana.api.post('/console/resolve/conversation', { conversation_id: id });
    expect((await row(id)).last_message?.kind).toBe('agent');
    socket.ws.close();
  });

  it('shows no word of an erased visitor in the inbox', async () => {
    const { socket, visitor, id } = await begin();
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: visitor.sessionId,
    });
    expect(await row(id)).toMatchObject({ last_message: { preview: '' }, metadata: {} });
    socket.ws.close();
  });

  it('finds conversations by the user’s id', async () => {
    const user_id = 'customer-17';
    const { socket, visitor, id } = await begin();
    const other = await begin();
    await visitor.api.post('/identify/visitor', {
      user_id,
      user_signature: userSignature(world.tenantSecret, user_id),
    });
    const { data } = await ana.api.get<{ conversations: Row[] }>(
      `/console/fetch/conversations?user_id=${user_id}`,
    );
    expect(data.conversations.map(({ conversation_id }) => conversation_id)).toEqual([id]);
    const none = await ana.api.get<{ conversations: Row[] }>(
      '/console/fetch/conversations?user_id=customer',
    );
    expect(none.data.conversations).toEqual([]);
    socket.ws.close();
    other.socket.ws.close();
  });
});

describe('fetch/queue-summary', () => {
  const summary = (api: WorldOperator['api']) =>
    api.get(`/console/fetch/queue-summary?workspace_id=${world.workspaceId}`);

  it('counts the queue by tenant, with the longest wait', async () => {
    const first = await begin();
    now += 90_000;
    const second = await begin();
    const third = await begin();
    await ana.api.post('/console/claim/conversation', { conversation_id: third.id });
    await ana.api.post('/console/set/presence', { status: 'away' });
    now += 1_500;
    const tenant = { tenant_id: world.tenantId, bot: 0, waiting: 2, assigned: 1 };
    expect((await summary(ana.api)).data).toEqual({
      tenants: [{ ...tenant, mine: 1, longest_wait_s: 91 }],
      operators: { online: 0, absent: 0, away: 1 },
    });
    expect((await summary(world.owner)).data).toMatchObject({ tenants: [{ ...tenant, mine: 0 }] });
    for (const { socket } of [first, second, third]) socket.ws.close();
  });

  it('sorts the queue’s summary by name, and shows an operator their own tenants and queues only', async () => {
    const created = await world.owner.post<{ tenant: { tenant_id: string } }>(
      '/console/create/tenant',
      {
        workspace_id: world.workspaceId,
        tenant_name: 'Another shop',
        allowed_origins: ['https://another.example'],
      },
    );
    const another = created.data.tenant.tenant_id;
    const { data } = await summary(world.owner);
    const { tenants } = data as { tenants: { tenant_id: string; longest_wait_s: null }[] };
    expect(tenants.map(({ tenant_id }) => tenant_id)).toEqual([another, world.tenantId]);
    expect(tenants[0]).toMatchObject({ waiting: 0, longest_wait_s: null });

    const ben = await addOperator(relay.url, world, 'Ben', { routing_keys: ['sales'] });
    const sales = await begin({ routing_key: 'sales' });
    const support = await begin({ routing_key: 'support' });
    expect((await summary(ben.api)).data).toMatchObject({
      tenants: [{ tenant_id: world.tenantId, waiting: 1 }],
    });
    expect((await summary(ana.api)).data).toMatchObject({ tenants: [{ waiting: 2 }] });
    sales.socket.ws.close();
    support.socket.ws.close();
  });

  it('answers not found for the queue of another workspace', async () => {
    const stranger = await createWorld(relay.url);
    expect((await summary(stranger.owner)).status).toBe(404);
  });
});
