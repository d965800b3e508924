import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { readSql } from '../support/direct-sql';
import { FeedClient } from '../support/feed-client';
import { startRelay, type TestRelay } from '../support/relay';
import { rowsWith } from '../support/stored-text';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';
import { createChattyVisitor } from './chatty-visitor';

describe('erasing a visitor', () => {
  let test: TestRelay;
  let world: World;
  let receiver: CallbackReceiver;
  let isReceiverDown = false;
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;

  beforeAll(async () => {
    test = await startRelay({ clock });
    receiver = await startCallbackReceiver({
      secretsFor: () => [world.tenantSecret],
      now: clock,
      behave: () => (isReceiverDown ? 'error' : 'ok'),
    });
    world = await createWorld(test.url, { callback_url_base: receiver.url });
  });
  afterAll(async () => {
    await test.stop();
    await receiver.close();
  });

  const visit = (mark: string, userId?: string) =>
    createChattyVisitor(test.url, world, mark, userId);
  const erase = (who: { session_id: string } | { user_id: string }) =>
    world.owner.post<{ erased_sessions: number }>('/console/erase/visitor', {
      tenant_id: world.tenantId,
      ...who,
    });
  const eventsOf = (conversationId: string) =>
    receiver.arrivals.filter((arrival) => arrival.conversationId === conversationId);

  const entriesOf = async (): Promise<number> => {
    const { data } = await world.owner.get<{ entries: object[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=200`,
    );
    return data.entries.length;
  };

  it('counts what would be erased, erases nothing, and records nothing', async () => {
    const { sessionId, conversationId, socket } = await visit('counted', 'user-counted');
    const second = await visit('counted-2', 'user-counted');
    const count = (who: object) =>
      world.owner.post<{ erased_sessions: number; would_erase: { sessions: number } }>(
        '/console/erase/visitor',
        { tenant_id: world.tenantId, dry_run: true, ...who },
      );
    const before = await entriesOf();
    const one = await count({ session_id: sessionId });
    expect(one).toMatchObject({
      status: 200,
      data: { erased_sessions: 0, would_erase: { sessions: 1, conversations: 1 } },
    });
    const both = await count({ user_id: 'user-counted' });
    expect(both.data.would_erase).toEqual({
      sessions: 2,
      conversations: 2,
      messages: expect.any(Number),
      last_message_at: expect.stringMatching(/Z$/),
    });
    expect((await count({ user_id: 'nobody' })).data.would_erase).toMatchObject({ sessions: 0 });
    expect((await count({ session_id: `vs_${'A'.repeat(43)}` })).status).toBe(404);
    expect(await entriesOf()).toBe(before);
    const kept = await world.owner.get<{ messages: object[] }>(
      `/console/fetch/messages?conversation_id=${conversationId}`,
    );
    expect(JSON.stringify(kept.data.messages)).toContain('I am counted');
    socket.close();
    second.socket.close();
  });

  it('leaves nothing of an erased visitor in any table', async () => {
    const visitor = await visit('mark-all');
    const operator = await addOperator(test.url, world, 'Otto');
    const inConversation = { conversation_id: visitor.conversationId };
    await operator.api.post('/console/claim/conversation', inConversation);
    await operator.api.post('/console/send/message', {
      ...inConversation,
      client_msg_id: 'a1',
      content: 'Hello mark-all',
    });
    expect((await rowsWith(test.database, 'mark-all')).length).toBeGreaterThan(3);

    const erased = await erase({ session_id: visitor.sessionId });
    expect([erased.status, erased.data.erased_sessions]).toEqual([200, 1]);
    expect(await rowsWith(test.database, 'mark-all')).toEqual([]);
  });

  it('ends the session, its socket and its tokens when a visitor is erased', async () => {
    const visitor = await visit('mark-end');
    await erase({ session_id: visitor.sessionId });
    expect((await visitor.socket.closed).code).toBe(4404);
    expect((await new VisitorSocket(test.url, visitor.token).closed).code).toBe(4404);
    for (const answer of [
      await visitor.api.post('/refresh/visitor-token'),
      await visitor.api.post('/identify/visitor', { user_id: 'x', user_signature: '0'.repeat(64) }),
      await visitor.api.get('/fetch/messages'),
    ]) {
      expect([answer.status, answer.data.code]).toEqual([404, 'session_expired']);
    }
  });

  it('keeps the rows of an erased visitor that statistics need', async () => {
    const visitor = await visit('mark-rows');
    const operator = await addOperator(test.url, world, 'Olaf');
    const inConversation = { conversation_id: visitor.conversationId };
    await operator.api.post('/console/claim/conversation', inConversation);
    const counts = () =>
      readSql<{ messages: number; last_seq: number }>(
        test.database,
        `SELECT last_seq, (SELECT COUNT(*) FROM messages m WHERE m.session_id = c.session_id) AS messages
         FROM conversations c WHERE conversation_id = ?`,
        [visitor.conversationId],
      );
    const before = await counts();
    await erase({ session_id: visitor.sessionId });
    expect(await counts()).toEqual(before);

    const { data } = await operator.api.get<{ conversation: Record<string, unknown> }>(
      `/console/fetch/conversation?conversation_id=${visitor.conversationId}`,
    );
    expect(data.conversation).toMatchObject({
      status: 'RESOLVED',
      operator_id: null,
      claim_count: 1,
      escalation_reason: 'direct',
      visitor: {
        user_id: null,
        is_identified: false,
        unverified: { display_name: null, email: null, attributes: null },
      },
    });
    const tickets = await world.owner.get<{
      tickets: { conversation_id: string; status: string }[];
    }>(`/console/fetch/tickets?tenant_id=${world.tenantId}&limit=200`);
    expect(
      tickets.data.tickets
        .filter((ticket) => ticket.conversation_id === visitor.conversationId)
        .map(({ status }) => status),
    ).toEqual(['RESOLVED']);

    for (const [path, more] of [
      ['claim/conversation', {}],
      ['send/message', { client_msg_id: 'late', content: 'too late' }],
      ['read/conversation', { seq: 1 }],
    ] as const) {
      const late = await operator.api.post(`/console/${path}`, { ...inConversation, ...more });
      expect([late.status, late.data.code]).toEqual([404, 'session_expired']);
    }
    expect(await counts()).toEqual(before);
  });

  it('shows operators at once that an erased conversation has left the queue', async () => {
    const visitor = await visit('mark-feed');
    const operator = await addOperator(test.url, world, 'Odo');
    const feed = await FeedClient.open(test.url, operator.token, [`/inbox/${world.workspaceId}`]);
    await erase({ session_id: visitor.sessionId });
    const { conversation } = await feed.next(({ type }) => type === 'conversation');
    expect(conversation).toMatchObject({
      conversation_id: visitor.conversationId,
      status: 'RESOLVED',
      visitor: { user_id: null, is_identified: false, is_erased: true },
    });
    await feed.close();
  });

  it('delivers no queued callback of an erased visitor', async () => {
    isReceiverDown = true;
    const [erased, kept] = [await visit('mark-queue'), await visit('mark-kept')];
    await expect
      .poll(() => eventsOf(erased.conversationId).some(({ status }) => status === 500))
      .toBe(true);
    await erase({ session_id: erased.sessionId });
    const attempts = eventsOf(erased.conversationId).length;

    isReceiverDown = false;
    aheadMs += MINUTE; // every retry is due
    await expect
      .poll(() => eventsOf(kept.conversationId).filter(({ status }) => status === 200).length, {
        timeout: 10_000,
      })
      .toBe(3);
    expect(eventsOf(erased.conversationId).length).toBe(attempts);
    kept.socket.close();
  });

  it('waits for what is being written before it erases a visitor, and stores nothing after', async () => {
    const visitor = await visit('mark-race');
    for (let index = 0; index < 15; index++) {
      const content = `mark-race ${index}`;
      visitor.socket.send({ type: 'msg', client_msg_id: `r${index}`, content });
    }
    const answers = await Promise.all([
      erase({ session_id: visitor.sessionId }),
      erase({ user_id: 'user-mark-race' }),
      erase({ session_id: visitor.sessionId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await visitor.socket.closed).code).toBe(4404);
    expect(await rowsWith(test.database, 'mark-race')).toEqual([]);
    const [row] = await readSql<{ last_seq: number; messages: number }>(
      test.database,
      `SELECT last_seq, (SELECT COUNT(*) FROM messages m WHERE m.session_id = c.session_id) AS messages
       FROM conversations c WHERE session_id = ?`,
      [visitor.sessionId],
    );
    expect(row?.messages).toBe(row?.last_seq);
  });

  it("erases all sessions of a user and none of another tenant's user", async () => {
    const other = await createWorld(test.url);
    const [first, second] = [await visit('mark-u1', 'ann'), await visit('mark-u2', 'ann')];
    const [spaced, elsewhere] = [
      await visit('mark-u3', 'ann '),
      await createChattyVisitor(test.url, other, 'mark-u4', 'ann'),
    ];
    const erased = await erase({ user_id: 'ann' });
    expect([erased.status, erased.data.erased_sessions]).toEqual([200, 2]);
    for (const { socket } of [first, second]) expect((await socket.closed).code).toBe(4404);
    for (const mark of ['mark-u1', 'mark-u2'])
      expect(await rowsWith(test.database, mark)).toEqual([]);
    for (const { socket } of [spaced, elsewhere]) {
      expect((await socket.say('again', 'still here')).seq).toBeGreaterThan(1);
      socket.close();
    }
    const again = await erase({ user_id: 'ann' });
    expect([again.status, again.data.erased_sessions]).toEqual([200, 0]);
  });

  it('erases a visitor again, and one without a message', async () => {
    const { sessionId, api } = await createVisitor(test.url, world, {
      metadata: { a: 'mark-new' },
    });
    for (let time = 0; time < 2; time++) {
      const answer = await erase({ session_id: sessionId });
      expect([answer.status, answer.data]).toEqual([200, { erased_sessions: 1 }]);
    }
    expect(await rowsWith(test.database, 'mark-new')).toEqual([]);
    expect((await api.post('/refresh/visitor-token')).data.code).toBe('session_expired');
  });

  it("keeps an erasure in the audit log without the user's name", async () => {
    const visitor = await visit('mark-log');
    await erase({ user_id: 'user-mark-log' });
    visitor.socket.close();
    const log = await world.owner.get<{ entries: Record<string, unknown>[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=1`,
    );
    expect(log.data.entries[0]).toMatchObject({
      action: 'visitor.erased',
      actor: { display_name: 'Olga Owner' },
      subject: world.tenantId,
      details: { by: 'user_id', sessions: 1 },
    });
    expect(JSON.stringify(log.data)).not.toContain('mark-log');
  });
});
