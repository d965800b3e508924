import { beforeAll, describe, expect, it } from 'vitest';
import { FeedClient } from '../../support/feed-client';
import { generousMessageLimits } from '../../support/message-limits';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the operators' live feed", () => {
  const test = useRelay({
    env: generousMessageLimits,
  });
  let world: World;
  let operator: WorldOperator;

  beforeAll(async () => {
    world = await createWorld(test.url);
    operator = await addOperator(test.url, world, 'Ana');
  });

  const inbox = () => `/inbox/${world.workspaceId}`;
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { statusCode?: number }) => error.statusCode,
    );

  async function waitingVisitor(in_ = world) {
    const visitor = await createVisitor(test.url, in_, { mode: 'human', routing_key: 'store-1' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'Bonjour');
    const { conversation } = await socket.next('status');
    return { visitor, socket, conversation_id: conversation.conversation_id };
  }

  it('accepts a console token in the hello and nothing else', async () => {
    const { token } = await createVisitor(test.url, world);
    expect(await refusal(FeedClient.open(test.url, 'garbage'))).toBe(401);
    expect(await refusal(FeedClient.open(test.url, token))).toBe(401);
    const feed = await FeedClient.open(test.url, operator.token);
    await feed.close();
  });

  it('notifies an inbox of its queue, assignments and presence', async () => {
    const feed = await FeedClient.open(test.url, operator.token, [inbox()]);
    const { socket, visitor, conversation_id } = await waitingVisitor();
    const waiting = await feed.next(({ type }) => type === 'conversation');
    expect(waiting).toEqual({
      type: 'conversation',
      conversation: {
        conversation_id,
        tenant_id: world.tenantId,
        visitor_session_id: visitor.sessionId,
        status: 'WAITING',
        owner: 'human',
        owner_epoch: expect.any(Number),
        operator_id: null,
        operator_display_name: null,
        escalation_reason: 'direct',
        claim_count: 0,
        claimed_at: null,
        released_at: null,
        resolved_at: null,
        waiting_since: expect.stringMatching(ISO),
        rating: null,
        due_at: null,
        marked_unread_by: [],
        snoozed_until: null,
        tags: [],
        routing_key: 'store-1',
        mode: 'human',
        locale: 'fr',
        origin: world.origin,
        last_seq: 2,
        visitor_read_seq: 0,
        agent_read_seq: 0,
        started_at: expect.stringMatching(ISO),
        last_message_at: expect.stringMatching(ISO),
        metadata: {},
        page: null,
        last_message: { kind: 'visitor', preview: 'Bonjour', at: expect.stringMatching(ISO) },
        unread: 1,
        visitor: {
          user_id: null,
          is_identified: false,
          is_erased: false,
          contact_email: null,
          contact_proven: false,
          unverified: { display_name: null, email: null, attributes: null },
        },
      },
    });
    const fetched = await operator.api.get<{
      conversation: { visitor: { block: unknown; block_kinds: unknown } };
    }>(`/console/fetch/conversation?conversation_id=${conversation_id}`);
    // Blocks are looked up only when one conversation is fetched, so feed and lists don't have them.
    const { visitor: fetchedVisitor, ...fetchedRow } = fetched.data.conversation;
    const { block: _block, block_kinds: _kinds, ...inFeed } = fetchedVisitor;
    expect(waiting['conversation']).toEqual({ ...fetchedRow, visitor: inFeed });

    await operator.api.post('/console/claim/conversation', { conversation_id });
    const assigned = await feed.next(
      ({ conversation }) => (conversation as { status?: string })?.status === 'ASSIGNED',
    );
    expect(assigned['conversation']).toMatchObject({
      operator_id: operator.operatorId,
      operator_display_name: 'Ana',
      claim_count: 1,
    });
    await operator.api.post('/console/set/presence', { status: 'away' });
    expect(await feed.next(({ type }) => type === 'presence')).toEqual({
      type: 'presence',
      operator_id: operator.operatorId,
      status: 'away',
    });
    socket.close();
    await feed.close();
  });

  it('notifies a conversation of messages, typing and receipts', async () => {
    const { socket, conversation_id } = await waitingVisitor();
    await operator.api.post('/console/claim/conversation', { conversation_id });
    await socket.next('status', (frame) => frame.conversation.status === 'ASSIGNED');
    const feed = await FeedClient.open(test.url, operator.token, [
      `/conversations/${conversation_id}`,
    ]);
    const ack = await socket.say('m2', 'Une question');
    expect(await feed.next(({ type }) => type === 'message')).toEqual({
      type: 'message',
      conversation_id,
      last_seq: ack.seq,
      message: {
        message_id: ack.message_id,
        seq: ack.seq,
        sender: { kind: 'visitor' },
        content: 'Une question',
        created_at: ack.created_at,
        client_msg_id: 'm2',
      },
    });
    // An operator's page shows the message, so the visitor gets a receipt.
    expect(await socket.next('receipt')).toEqual({
      type: 'receipt',
      kind: 'delivered',
      seq: ack.seq,
    });

    socket.send({ type: 'typing', state: 'start' });
    expect(await feed.next(({ type }) => type === 'typing')).toEqual({
      type: 'typing',
      conversation_id,
      sender: { kind: 'visitor' },
      state: 'start',
    });

    const sent = await operator.api.post<{ message: { seq: number; message_id: string } }>(
      '/console/send/message',
      { conversation_id, client_msg_id: 'a1', content: 'Je regarde.' },
    );
    const { seq } = sent.data.message;
    expect(sent.data.message.message_id).toMatch(UUID);
    expect(
      await feed.next(({ type, last_seq }) => type === 'message' && last_seq === seq),
    ).toMatchObject({ message: { sender: { kind: 'agent', display_name: 'Ana' } } });
    expect(await feed.next(({ kind }) => kind === 'delivered')).toEqual({
      type: 'receipt',
      conversation_id,
      kind: 'delivered',
      seq,
    });
    socket.send({ type: 'read', seq });
    expect(await feed.next(({ kind }) => kind === 'read')).toEqual({
      type: 'receipt',
      conversation_id,
      kind: 'read',
      seq,
    });
    socket.close();
    await feed.close();
  });

  it('refuses a foreign workspace and conversation like unknown ones', async () => {
    const foreign = await createWorld(test.url);
    const { socket, conversation_id } = await waitingVisitor(foreign);
    const feed = await FeedClient.open(test.url, operator.token);
    for (const path of [
      `/inbox/${foreign.workspaceId}`,
      '/inbox/01890000-0000-7000-8000-000000000000',
      `/conversations/${conversation_id}`,
      `/conversations/${'0'.repeat(24)}`,
      '/nowhere',
    ]) {
      expect(await refusal(feed.subscribe(path)), path).toBe(404);
    }
    await feed.subscribe(inbox());
    await socket.say('m2', 'secret');
    const own = await waitingVisitor();
    await feed.next(({ type }) => type === 'conversation');
    expect(JSON.stringify(feed.updates)).not.toContain(conversation_id);
    socket.close();
    own.socket.close();
    await feed.close();
  });

  it('keeps a queue from an operator who does not serve it', async () => {
    const elsewhere = await addOperator(test.url, world, 'Bo', { routing_keys: ['store-2'] });
    const feed = await FeedClient.open(test.url, elsewhere.token, [inbox()]);
    const { socket, conversation_id } = await waitingVisitor();
    expect(await refusal(feed.subscribe(`/conversations/${conversation_id}`))).toBe(404);
    await elsewhere.api.post('/console/set/presence', { status: 'online' });
    await feed.next(({ type }) => type === 'presence');
    expect(feed.updates.filter(({ type }) => type === 'conversation')).toEqual([]);
    socket.close();
    await feed.close();
  });

  it('closes within 2 s when the session is revoked', async () => {
    const leaver = await addOperator(test.url, world, 'Cy');
    const feed = await FeedClient.open(test.url, leaver.token, [inbox()]);
    expect((await leaver.api.post('/console/logout')).status).toBe(200);
    const revokedAt = Date.now();
    await feed.disconnected;
    expect(Date.now() - revokedAt).toBeLessThan(2_000);
    expect(await refusal(FeedClient.open(test.url, leaver.token))).toBe(401);
  });

  it("refuses nes's request and message frames", async () => {
    const feed = await FeedClient.open(test.url, operator.token);
    expect(await refusal(feed.client.request('/api/v1/console/fetch/account'))).toBe(403);
    expect(await refusal(feed.client.message('anything'))).toBe(403);
    await feed.subscribe(inbox());
    await feed.close();
  });
});
