import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf, type Api } from '../support/api';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';
import { createChattyVisitor } from './chatty-visitor';

const UNKNOWN_TENANT = '0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa';
const UNKNOWN_SESSION = `vs_${'A'.repeat(43)}`;

interface ExportedSession {
  session_id: string;
  conversation: {
    messages: { content: string; sender: { kind: string } }[];
    callbacks: { event: string; body: { user_id: string } }[];
  } | null;
}
interface Exported {
  export: { exported_at: string; tenant: object; sessions: ExportedSession[] };
}

describe('exporting a visitor', () => {
  const test = useRelay();
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    // Nothing listens at this address, so the events are kept undelivered.
    world = await createWorld(test.url, { callback_url_base: 'http://127.0.0.1:65499' });
    foreign = await createWorld(test.url);
  });

  const exported = (who: object, api: Api = world.owner) =>
    api.post<Exported>('/console/export/visitor', { tenant_id: world.tenantId, ...who });

  it('exports everything that is kept in one document', async () => {
    const visitor = await createChattyVisitor(test.url, world, 'mark');
    visitor.socket.close();
    const { status, data } = await exported({ session_id: visitor.sessionId });
    expect(status).toBe(200);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(data.export).toMatchObject({
      schema_version: '1',
      exported_at: instant,
      tenant: { tenant_id: world.tenantId, tenant_name: 'Shop' },
      sessions: [
        {
          session_id: visitor.sessionId,
          origin: world.origin,
          locale: 'fr',
          mode: 'human',
          created_at: instant,
          ended_at: null,
          erased_at: null,
          metadata: { note: 'mark' },
          pages: [],
          blocks: [],
          identity: {
            user_id: 'user-mark',
            unverified: {
              display_name: 'Ann mark',
              email: 'mark@example.com',
              attributes: { street: 'mark street' },
            },
          },
          conversation: {
            conversation_id: visitor.conversationId,
            status: 'WAITING',
            tickets: [{ conversation_id: visitor.conversationId, status: 'OPEN' }],
          },
        },
      ],
    });
    const { messages = [], callbacks = [] } = data.export.sessions[0]?.conversation ?? {};
    expect(messages[0]).toMatchObject({
      seq: 1,
      sender: { kind: 'visitor' },
      content: 'I am mark',
      client_msg_id: 'id-mark',
    });
    expect(messages.slice(1).map(({ sender }) => sender.kind)).toContain('system');
    expect(callbacks.map(({ event, body }) => [event, body.user_id])).toEqual([
      ['conversation-started', 'user-mark'],
      ['ticket-created', 'user-mark'],
      ['message-received', 'user-mark'],
    ]);
  });

  it("exports all sessions of a user and no one else's", async () => {
    const made = [];
    for (const [mark, userId] of [
      ['a', 'bob'],
      ['b', 'bob'],
      ['c', 'Bob'],
      ['d', 'bob '],
    ] as const) {
      made.push(await createChattyVisitor(test.url, world, mark, userId));
    }
    made.push(await createChattyVisitor(test.url, foreign, 'e', 'bob'));
    for (const { socket } of made) socket.close();
    const { data } = await exported({ user_id: 'bob' });
    expect(data.export.sessions.map((session) => session.session_id)).toEqual(
      made
        .slice(0, 2)
        .map(({ sessionId }) => sessionId)
        .toSorted(),
    );
  });

  it('exports nothing for an unknown user', async () => {
    const { status, data } = await exported({ user_id: 'nobody' });
    expect([status, data.export.sessions]).toEqual([200, []]);
  });

  it('exports of an erased visitor only that there was one', async () => {
    const visitor = await createChattyVisitor(test.url, world, 'gone');
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: visitor.sessionId,
    });
    const { data } = await exported({ session_id: visitor.sessionId });
    expect(data.export.sessions[0]).toMatchObject({
      erased_at: expect.any(String) as string,
      identity: { user_id: null },
      conversation: { status: 'RESOLVED', callbacks: [] },
    });
    expect(JSON.stringify(data)).not.toContain('gone');
    const contents = data.export.sessions[0]?.conversation?.messages.map(({ content }) => content);
    expect(new Set(contents)).toEqual(new Set(['']));
  });

  it('keeps an export in the audit log', async () => {
    const { sessionId } = await createVisitor(test.url, world);
    await exported({ session_id: sessionId });
    const log = await world.owner.get<{ entries: object[] }>(
      `/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=1`,
    );
    expect(log.data.entries[0]).toMatchObject({
      action: 'visitor.exported',
      actor: { display_name: 'Olga Owner' },
      subject: sessionId,
    });
  });

  describe.each(['export', 'erase'])('and the route %s/visitor', (verb) => {
    const ask = (api: Api, body: unknown) => api.post(`/console/${verb}/visitor`, body);

    it('answers foreign ids like unknown ones, and exports and erases nothing', async () => {
      const { sessionId } = await createVisitor(test.url, world);
      const theirs = await createVisitor(test.url, foreign);
      for (const [api, tenant_id, session_id] of [
        [world.owner, world.tenantId, UNKNOWN_SESSION],
        [world.owner, world.tenantId, theirs.sessionId],
        [world.owner, UNKNOWN_TENANT, theirs.sessionId],
        [world.owner, foreign.tenantId, theirs.sessionId],
        [foreign.owner, world.tenantId, sessionId],
        [foreign.owner, foreign.tenantId, sessionId],
      ] as const) {
        const answer = await ask(api, { tenant_id, session_id });
        expect([answer.status, answer.data.code]).toEqual([404, 'not_found']);
      }
      const rows = await readSql(
        test.database,
        'SELECT session_id FROM visitor_sessions WHERE session_id IN (?, ?) AND erased_at IS NULL',
        [sessionId, theirs.sessionId],
      );
      expect(rows.length).toBe(2);
    });

    it('lets owners and admins only export and erase', async () => {
      const { sessionId } = await createVisitor(test.url, world);
      const operator = await addOperator(test.url, world, `Oskar ${verb}`);
      const body = { tenant_id: world.tenantId, session_id: sessionId };
      const refused = await ask(operator.api, body);
      expect([refused.status, refused.data.code]).toEqual([403, 'insufficient_role']);
      const anonymous = await ask(apiOf(test.url), body);
      expect([anonymous.status, anonymous.data.code]).toEqual([401, 'unauthenticated']);
    });

    it('asks for exactly one of session_id and user_id', async () => {
      const tenant = { tenant_id: world.tenantId };
      for (const body of [
        tenant,
        { ...tenant, session_id: UNKNOWN_SESSION, user_id: 'ann' },
        { session_id: UNKNOWN_SESSION },
        { ...tenant, session_id: null },
        { ...tenant, session_id: 'ann' },
        { ...tenant, user_id: ['ann'] },
        { ...tenant, user_id: { $ne: '' } },
        { ...tenant, user_id: '' },
        { ...tenant, user_id: 'é'.repeat(65) },
        { ...tenant, user_id: 'ann', everything: true },
        [],
        null,
      ]) {
        const answer = await ask(world.owner, body);
        expect([answer.status, answer.data.code]).toEqual([422, 'invalid_request']);
      }
    });
  });
});
