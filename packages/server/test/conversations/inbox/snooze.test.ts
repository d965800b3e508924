import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, iso, MINUTE } from '../../../src/platform/clock';
import type { Api } from '../../support/api';
import { FeedClient } from '../../support/feed-client';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

interface Row {
  conversation_id: string;
  status: string;
  agent_read_seq: number;
  marked_unread_by: string[];
  snoozed_until: string | null;
}
interface Answer {
  conversation: Row;
  code: string;
  details: object[];
}

const test = useRelay();
let world: World;
let ana: WorldOperator;
let ben: WorldOperator;

beforeAll(async () => {
  world = await createWorld(test.url, { bot: { kind: 'none' } });
  ana = await addOperator(test.url, world, 'Ana');
  ben = await addOperator(test.url, world, 'Ben');
});

async function waiting() {
  const visitor = await createVisitor(test.url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(test.url, visitor.token);
  await socket.say('m1', 'Where is my parcel?');
  const { conversation } = await socket.next('status');
  return { visitor, socket, conversation_id: conversation.conversation_id };
}
const post = (api: Api, verb: string, body: object) =>
  api.post<Answer>(`/console/${verb}/conversation`, body);
const inMs = (ms: number) => iso(test.now() + ms);
const snooze = (api: Api, conversation_id: string, until: string | null) =>
  post(api, 'snooze', { conversation_id, until });
const read = async (api: Api, conversation_id: string) =>
  (await api.get<Answer>(`/console/fetch/conversation?conversation_id=${conversation_id}`)).data
    .conversation;
const listed = async (api: Api, query: string) =>
  (
    await api.get<{ conversations: Row[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}&limit=200${query}`,
    )
  ).data.conversations.map((row) => row.conversation_id);

describe('a snoozed conversation', () => {
  it('is left out of the lists, has one of its own, and is found by a search', async () => {
    const { socket, conversation_id } = await waiting();
    const until = inMs(HOUR);
    const { status, data } = await snooze(ana.api, conversation_id, until);
    expect([status, data.conversation.snoozed_until]).toEqual([200, until]);
    for (const query of ['', '&status=WAITING', '&assigned=none', '&snoozed=false']) {
      expect(await listed(ben.api, query)).not.toContain(conversation_id);
    }
    expect(await listed(ben.api, '&snoozed=true')).toContain(conversation_id);
    expect(await listed(ben.api, '&snoozed=true&status=ASSIGNED')).not.toContain(conversation_id);
    await expect
      .poll(() => listed(ben.api, '&q=parcel'), { timeout: 10_000 })
      .toContain(conversation_id);
    socket.close();
  });

  it('comes back with a message of the visitor', async () => {
    const { socket, conversation_id } = await waiting();
    await snooze(ana.api, conversation_id, inMs(HOUR));
    await socket.say('m2', 'Hello?');
    expect((await read(ana.api, conversation_id)).snoozed_until).toBeNull();
    expect(await listed(ana.api, '&status=WAITING')).toContain(conversation_id);
    socket.close();
  });

  it('comes back at its time, and the feed brings it once', async () => {
    const { socket, conversation_id } = await waiting();
    const feed = await FeedClient.open(test.url, ben.token);
    await feed.subscribe(`/inbox/${world.workspaceId}`);
    const rows = () =>
      (feed.updates as unknown as { type: string; conversation: Row }[]).filter(
        (one) =>
          one.type === 'conversation' && one.conversation.conversation_id === conversation_id,
      );
    await snooze(ana.api, conversation_id, inMs(5 * MINUTE));
    await expect.poll(() => rows().at(-1)?.conversation.snoozed_until).toEqual(expect.any(String));
    test.advance(4 * MINUTE);
    expect(await listed(ana.api, '')).not.toContain(conversation_id);
    test.advance(2 * MINUTE);
    expect(await listed(ana.api, '')).toContain(conversation_id);
    await expect
      .poll(() => rows().map((one) => one.conversation.snoozed_until), { timeout: 10_000 })
      .toEqual([expect.any(String), null]);
    expect((await read(ana.api, conversation_id)).snoozed_until).toBeNull();
    await feed.close();
    socket.close();
  });

  it('is put off by its operator, an admin, or anyone while it waits', async () => {
    const { socket, conversation_id } = await waiting();
    await post(ana.api, 'claim', { conversation_id });
    expect((await snooze(ben.api, conversation_id, inMs(HOUR))).data.code).toBe('not_assignee');
    expect((await snooze(world.owner, conversation_id, inMs(HOUR))).status).toBe(200);
    expect((await snooze(ana.api, conversation_id, inMs(2 * HOUR))).status).toBe(200);
    expect(
      (await snooze(ana.api, conversation_id, null)).data.conversation.snoozed_until,
    ).toBeNull();
    socket.close();
  });

  it.each(['claim', 'release', 'resolve'])('comes back with %s', async (verb) => {
    const { socket, conversation_id } = await waiting();
    if (verb !== 'claim') await post(ana.api, 'claim', { conversation_id });
    expect((await snooze(ana.api, conversation_id, inMs(HOUR))).status).toBe(200);
    const { data } = await post(ana.api, verb, { conversation_id });
    expect(data.conversation.snoozed_until).toBeNull();
    socket.close();
  });

  it('is for what waits or is held', async () => {
    const { socket, conversation_id } = await waiting();
    await post(ana.api, 'claim', { conversation_id });
    await post(ana.api, 'resolve', { conversation_id });
    const { status, data } = await snooze(ana.api, conversation_id, inMs(HOUR));
    expect([status, data.code]).toEqual([409, 'state_conflict']);
    socket.close();
  });

  it.each([
    ['in half a minute', () => inMs(MINUTE / 2)],
    ['in 31 days', () => inMs(31 * DAY)],
    ['yesterday', () => inMs(-DAY)],
  ])('can’t end %s', async (_, until) => {
    const { socket, conversation_id } = await waiting();
    const { status, data } = await snooze(ana.api, conversation_id, until());
    expect([status, data.code]).toEqual([422, 'invalid_request']);
    expect(data.details).toEqual([{ field: 'until', code: 'out_of_range' }]);
    socket.close();
  });
});

describe('a mark as unread', () => {
  it('is the operator’s own, survives a colleague’s reading, and goes with their own', async () => {
    const { socket, conversation_id } = await waiting();
    const seq = 1;
    await post(ana.api, 'read', { conversation_id, seq });
    const marked = await post(ana.api, 'unread', { conversation_id });
    expect(marked.data.conversation.marked_unread_by).toEqual([ana.operatorId]);
    // The visitor's read receipt stays.
    expect(marked.data.conversation.agent_read_seq).toBe(seq);
    await post(ben.api, 'unread', { conversation_id });
    const again = await post(ana.api, 'unread', { conversation_id });
    expect(again.data.conversation.marked_unread_by).toEqual([ana.operatorId, ben.operatorId]);
    const byBen = await post(ben.api, 'read', { conversation_id, seq });
    expect(byBen.data.conversation.marked_unread_by).toEqual([ana.operatorId]);
    await post(world.owner, 'read', { conversation_id, seq });
    expect((await read(ana.api, conversation_id)).marked_unread_by).toEqual([ana.operatorId]);
    const byAna = await post(ana.api, 'read', { conversation_id, seq });
    expect(byAna.data.conversation.marked_unread_by).toEqual([]);
    socket.close();
  });

  it('goes with the operator’s own message', async () => {
    const { socket, conversation_id } = await waiting();
    await post(ana.api, 'claim', { conversation_id });
    await post(ana.api, 'unread', { conversation_id });
    const sent = await ana.api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'It is on its way',
    });
    expect(sent.status).toBe(200);
    expect((await read(ana.api, conversation_id)).marked_unread_by).toEqual([]);
    socket.close();
  });

  it('is refused of an account that is no operator', async () => {
    const { socket, conversation_id } = await waiting();
    const { status, data } = await post(world.owner, 'unread', { conversation_id });
    expect([status, data.code]).toEqual([403, 'insufficient_role']);
    socket.close();
  });
});
