import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../../../support/api';
import { readSql } from '../../../support/direct-sql';
import { FeedClient } from '../../../support/feed-client';
import { useRelay } from '../../../support/relay';
import { VisitorSocket } from '../../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../../support/world';

interface Row {
  conversation_id: string;
  status: string;
  last_seq: number;
  last_message_at: string;
  tags: string[];
}
interface Answer {
  conversation: Row;
  code: string;
}

const test = useRelay();
let world: World;
let foreign: World;
let ana: WorldOperator;
let ben: WorldOperator;

beforeAll(async () => {
  world = await createWorld(test.url, { bot: { kind: 'none' } });
  foreign = await createWorld(test.url);
  ana = await addOperator(test.url, world, 'Ana');
  ben = await addOperator(test.url, world, 'Ben');
});

async function waiting(of = world, more: Record<string, unknown> = {}) {
  const visitor = await createVisitor(test.url, of, { mode: 'human', ...more });
  const socket = await VisitorSocket.open(test.url, visitor.token);
  await socket.say('m1', 'Where is my parcel?');
  const { conversation } = await socket.next('status');
  return { visitor, socket, conversation_id: conversation.conversation_id };
}
const set = (api: Api, conversation_id: string, tags: unknown) =>
  api.post<Answer>('/console/update/conversation', { conversation_id, tags });
const read = async (api: Api, conversation_id: string) =>
  (await api.get<Answer>(`/console/fetch/conversation?conversation_id=${conversation_id}`)).data
    .conversation;
const act = (verb: string, conversation_id: string) =>
  ana.api.post<Answer>(`/console/${verb}/conversation`, { conversation_id });
const list = async (api: Api, query: string) =>
  (
    await api.get<{ conversations: Row[]; next_cursor: string | null }>(
      `/console/fetch/conversations?${query}`,
    )
  ).data;
const listed = async (api: Api, query: string) =>
  (await list(api, query)).conversations.map((row) => row.conversation_id);
const tagsOf = async (api: Api, tenantId: string) =>
  api.get<{ tags: string[] }>(`/console/fetch/tags?tenant_id=${tenantId}`);

describe('tags', () => {
  it('are given by any operator of the tenant at any status, and change nothing else', async () => {
    const { conversation_id, socket } = await waiting();
    const before = await read(ana.api, conversation_id);
    const { status, data } = await set(ben.api, conversation_id, ['Parcel', 'VIP']);
    expect([status, data.conversation.tags]).toEqual([200, ['Parcel', 'VIP']]);
    expect(await read(ana.api, conversation_id)).toEqual({ ...before, tags: ['Parcel', 'VIP'] });
    await act('claim', conversation_id);
    await act('resolve', conversation_id);
    expect((await set(ben.api, conversation_id, [])).data.conversation).toMatchObject({
      status: 'RESOLVED',
      tags: [],
    });
    socket.close();
  });

  it('are trimmed, in one form of Unicode, in the order in which they came, and each once', async () => {
    const { conversation_id, socket } = await waiting();
    const given = ['  Écran ', 'E\u0301CRAN', 'b', 'A', 'B', '🅰'.repeat(32)];
    const { data } = await set(ana.api, conversation_id, given);
    const kept = ['Écran', 'b', 'A', '🅰'.repeat(32)];
    expect(data.conversation.tags).toEqual(kept);
    expect((await read(ana.api, conversation_id)).tags).toEqual(kept);
    // Setting equal tags in another case and order replaces them: the last writer's spelling stays.
    expect((await set(ana.api, conversation_id, ['a', 'É c', 'écran'])).data.conversation.tags) //
      .toEqual(['a', 'É c', 'écran']);
    socket.close();
  });

  it('are at most ten of 32 characters, without any that can’t be seen', async () => {
    const { conversation_id, socket } = await waiting();
    const ten = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
    for (const wrong of [
      [...ten, 'tag 10'],
      ['x'.repeat(33)],
      [''],
      [' '],
      ['a\nb'],
      ['a\u202eb'],
      ['\u200b'],
      [null],
      [1],
      'VIP',
    ]) {
      const { status, data } = await set(ana.api, conversation_id, wrong);
      expect([status, data.code], JSON.stringify(wrong)).toEqual([422, 'invalid_request']);
    }
    expect((await set(ana.api, conversation_id, [...ten, 'TAG 1'])).data.conversation.tags) //
      .toEqual(ten);
    socket.close();
  });

  it('are refused from strangers, operators of other queues, and admins who answer no visitors', async () => {
    const { conversation_id, socket } = await waiting(world, { routing_key: 'paris' });
    const ofLyon = await addOperator(test.url, world, 'Léa', { routing_keys: ['lyon'] });
    for (const api of [foreign.owner, ofLyon.api]) {
      expect((await set(api, conversation_id, ['VIP'])).status).toBe(404);
    }
    const refused = await set(world.owner, conversation_id, ['VIP']);
    expect([refused.status, refused.data.code]).toEqual([403, 'insufficient_role']);
    expect((await tagsOf(foreign.owner, world.tenantId)).status).toBe(404);
    expect((await read(world.owner, conversation_id)).tags).toEqual([]);
    socket.close();
  });

  it('reach open inboxes at once, and the visitor’s page gets no frame', async () => {
    const { conversation_id, socket } = await waiting();
    const feed = await FeedClient.open(test.url, ben.token, [`/inbox/${world.workspaceId}`]);
    const frames = socket.frames.length;
    await set(ana.api, conversation_id, ['Refund']);
    const update = (await feed.next(
      (one) => one.type === 'conversation' && JSON.stringify(one).includes('Refund'),
    )) as unknown as Answer;
    expect(update.conversation).toMatchObject({ conversation_id, tags: ['Refund'] });
    await socket.say('m2', 'Hello?');
    expect(socket.frames.slice(frames).map(({ type }) => type)).toEqual(['ack']);
    await feed.close();
    socket.close();
  });

  it('of two writers at once are those of one of them, never of both', async () => {
    const { conversation_id, socket } = await waiting();
    const lists = [['a1', 'a2', 'a3'], ['b1'], ['a1', 'b2', 'b3', 'b4'], []];
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        lists.map((tags, n) => set(n % 2 ? ben.api : ana.api, conversation_id, tags)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { tags } = await read(ana.api, conversation_id);
      expect(lists).toContainEqual(tags);
      const rows = await readSql<{ tag: string }>(
        test.database,
        'SELECT tag FROM conversation_tags WHERE conversation_id = ? ORDER BY tag',
        [conversation_id],
      );
      expect(rows.map(({ tag }) => tag)).toEqual(tags);
    }
    socket.close();
  });

  it('go with an erasure, and can’t be given after it', async () => {
    const { visitor, conversation_id, socket } = await waiting();
    await set(ana.api, conversation_id, ['lives in Lyon']);
    const session = { tenant_id: world.tenantId, session_id: visitor.sessionId };
    expect((await world.owner.post('/console/erase/visitor', session)).status).toBe(200);
    expect((await read(ana.api, conversation_id)).tags).toEqual([]);
    expect(await listed(ana.api, 'tag=lives in Lyon')).toEqual([]);
    expect((await tagsOf(ana.api, world.tenantId)).data.tags).not.toContain('lives in Lyon');
    expect((await set(ana.api, conversation_id, ['late'])).status).toBe(404);
    socket.close();
  });
});

describe('a list by tag', () => {
  it('has the order and the pages of the inbox, whatever the case of the tag', async () => {
    const talks = [await waiting(), await waiting(), await waiting(), await waiting()];
    const [first, second, , last] = talks.map((talk) => talk.conversation_id) as string[];
    for (const id of [first, second, last]) await set(ana.api, id!, ['Été']);
    expect(await listed(ana.api, 'tag=été')).toEqual([last, second, first]);
    // A message moves it to the top; a change of tags doesn't.
    await talks[0]?.socket.say('m2', 'Hello?');
    await set(ana.api, second!, ['other', 'ÉTÉ']);
    const all = await list(ana.api, 'tag=ÉTÉ');
    expect(all.conversations.map((row) => row.conversation_id)).toEqual([first, last, second]);
    const pages: string[] = [];
    let cursor: string | null = '';
    do {
      const page = await list(ana.api, `tag=été&limit=1${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.conversations.map((row) => row.conversation_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(pages).toEqual([first, last, second]);
    for (const { socket } of talks) socket.close();
  });

  it('goes together with the other filters', async () => {
    const here = await waiting();
    const other = await waiting(world, { routing_key: 'paris' });
    const { conversation_id } = here;
    for (const id of [conversation_id, other.conversation_id]) await set(ana.api, id, ['mixed']);
    const both = [other.conversation_id, conversation_id];
    expect(await listed(ana.api, 'tag=mixed&status=WAITING')).toEqual(both);
    await act('claim', conversation_id);
    const found: Record<string, string[]> = {
      'tag=mixed&status=WAITING': [other.conversation_id],
      'tag=mixed&status=ASSIGNED': [conversation_id],
      'tag=mixed&assigned=me': [conversation_id],
      'tag=mixed&assigned=none': [other.conversation_id],
      'tag=mixed&routing_key=paris': [other.conversation_id],
      [`tag=mixed&tenant_id=${world.tenantId}`]: [conversation_id, other.conversation_id],
      'tag=mix': [],
      'tag=mixed&snoozed=true': [],
    };
    for (const [query, ids] of Object.entries(found)) {
      expect(await listed(ana.api, query), query).toEqual(ids);
    }
    await expect
      .poll(async () => (await listed(ana.api, 'tag=mixed&q=parcel')).length, { timeout: 10_000 })
      .toBe(2);
    expect(await listed(ana.api, 'tag=none-has-it&q=parcel')).toEqual([]);
    expect(await listed(foreign.owner, 'tag=mixed')).toEqual([]);
    here.socket.close();
    other.socket.close();
  });

  it('no longer has a conversation whose tag was taken', async () => {
    const { conversation_id, socket } = await waiting();
    await set(ana.api, conversation_id, ['taken', 'kept']);
    await set(ana.api, conversation_id, ['Kept']);
    expect(await listed(ana.api, 'tag=taken')).toEqual([]);
    expect(await listed(ana.api, 'tag=kept')).toEqual([conversation_id]);
    socket.close();
  });
});

it('gives the tags of a tenant, the most used first', async () => {
  const own = await createWorld(test.url, { bot: { kind: 'none' } });
  const operator = await addOperator(test.url, own, 'Cid');
  const talks = [await waiting(own), await waiting(own), await waiting(own)];
  const tags = [['rare'], ['often', 'b'], ['Often', 'a', 'B']];
  for (const [n, talk] of talks.entries()) {
    await set(operator.api, talk.conversation_id, tags[n]);
    talk.socket.close();
  }
  const { data } = await tagsOf(operator.api, own.tenantId);
  expect(data.tags.map((tag) => tag.toLowerCase())).toEqual(['b', 'often', 'a', 'rare']);
});
