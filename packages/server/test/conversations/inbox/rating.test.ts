import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/platform/clock';
import { apiOf, type Answer } from '../../support/api';
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
import { tenantClient } from '../../tenant-api/tenant-client';

interface RatingView {
  score: number;
  comment: string | null;
  operator_id: string | null;
  resolved_by: string;
  rated_at: string;
}
interface CallbackView {
  callback: { body: Event };
}
interface Event {
  event_id: string;
  event: string;
  rating: RatingView;
  replaces: string | null;
}

describe('a rating', () => {
  const test = useRelay();
  let world: World;
  let silent: World;
  let ann: WorldOperator;

  beforeAll(async () => {
    world = await createWorld(test.url, {
      bot: { kind: 'tenant' },
      rating: true,
      callback_url_base: 'http://127.0.0.1:9999',
    });
    silent = await createWorld(test.url, { bot: { kind: 'none' } });
    ann = await addOperator(test.url, world, 'Ann');
  });

  const bot = () =>
    tenantClient(test.url, { tenantId: world.tenantId, secret: world.tenantSecret });
  async function talk(of = world, mode = 'human') {
    const visitor = await createVisitor(test.url, of, { mode });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    const { data } = await of.owner.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${of.tenantId}&limit=1`,
    );
    const conversation_id = data.conversations[0]?.conversation_id ?? '';
    const rate = async (rating: number, comment?: string): Promise<Answer<{ code: string }>> => {
      const { data: fresh } = await visitor.api.post<{ visitor_token: string }>(
        '/refresh/visitor-token',
      );
      return apiOf(test.url, fresh.visitor_token).post('/rate/conversation', {
        rating,
        ...(comment !== undefined && { comment }),
      });
    };
    const resolve = async () => {
      const body = { conversation_id };
      expect((await ann.api.post('/console/claim/conversation', body)).status).toBe(200);
      expect((await ann.api.post('/console/resolve/conversation', body)).status).toBe(200);
    };
    const shown = async () =>
      (
        await ann.api.get<{ conversation: { rating: RatingView | null } }>(
          `/console/fetch/conversation?conversation_id=${conversation_id}`,
        )
      ).data.conversation.rating;
    const events = async (): Promise<Event[]> => {
      const { data: list } = await world.owner.get<{ callbacks: { event_id: string }[] }>(
        `/console/fetch/callbacks?tenant_id=${world.tenantId}&conversation_id=${conversation_id}&event=conversation-rated`,
      );
      const found = await Promise.all(
        list.callbacks.map(({ event_id }) =>
          world.owner.get<CallbackView>(`/console/fetch/callback?event_id=${event_id}`),
        ),
      );
      return found
        .map(({ data: { callback } }) => callback.body)
        .toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1));
    };
    return { visitor, socket, conversation_id, rate, resolve, shown, events };
  }

  it('is taken over the socket, and reaches every tab, the operators and the tenant', async () => {
    const { visitor, socket, conversation_id, resolve, shown, events } = await talk();
    await resolve();
    const other = await VisitorSocket.open(test.url, visitor.token);
    const feed = await FeedClient.open(test.url, ann.token);
    await feed.subscribe(`/inbox/${world.workspaceId}`);
    socket.send({ type: 'rate', rating: 4, comment: ' Quick, thank you ' });
    expect(await socket.next('rated')).toEqual({ type: 'rated' });
    const { conversation } = await other.next('status', (frame) => !!frame.conversation.rating);
    expect(conversation).toMatchObject({
      status: 'RESOLVED',
      rating: { rating: 4, comment: 'Quick, thank you' },
    });
    const rating = {
      score: 4,
      comment: 'Quick, thank you',
      operator_id: ann.operatorId,
      resolved_by: 'agent',
      rated_at: expect.any(String) as string,
    };
    expect(await shown()).toEqual(rating);
    const update = await feed.next(
      (one) =>
        one.type === 'conversation' &&
        (one as unknown as { conversation: { rating: RatingView | null } }).conversation.rating !==
          null,
    );
    expect(update).toMatchObject({ conversation: { conversation_id, rating } });
    const written = await events();
    expect(written).toMatchObject([{ event: 'conversation-rated', rating, replaces: null }]);
    // A visitor who comes back sees what they gave.
    const later = await VisitorSocket.open(test.url, visitor.token);
    expect((await later.next('welcome')).conversation?.rating).toEqual({
      rating: 4,
      comment: 'Quick, thank you',
    });
    expect((await later.next('welcome')).config.rating).toBe(true);
    for (const one of [socket, other, later]) one.close();
    await feed.close();
  });

  it('says that the bot resolved it', async () => {
    const { conversation_id, rate, shown } = await talk(world, 'bot');
    const answer = await bot()('resolve/conversation', { conversation_id });
    expect(answer.status).toBe(200);
    expect((await rate(2)).status).toBe(200);
    expect(await shown()).toMatchObject({
      score: 2,
      comment: null,
      operator_id: null,
      resolved_by: 'bot',
    });
  });

  it('can be changed, and its event says which one it replaces', async () => {
    const { rate, resolve, shown, events } = await talk();
    await resolve();
    expect(await rate(1, 'Slow')).toMatchObject({ status: 200, data: {} });
    expect((await rate(1, 'Slow')).status).toBe(200);
    expect((await rate(5, '')).status).toBe(200);
    const [first, second, ...more] = await events();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ replaces: null, rating: { score: 1, comment: 'Slow' } });
    expect(second).toMatchObject({
      replaces: first?.event_id,
      rating: { score: 5, comment: null },
    });
    expect(await shown()).toMatchObject({ score: 5, comment: null });
  });

  it('is for a resolved conversation alone, and each resolution has its own', async () => {
    const { socket, rate, resolve, shown, events } = await talk();
    expect(await rate(5)).toMatchObject({ status: 409, data: { code: 'state_conflict' } });
    socket.send({ type: 'rate', rating: 5 });
    expect(await socket.next('error')).toEqual({
      type: 'error',
      code: 'state_conflict',
      retryable: false,
    });
    await resolve();
    expect((await rate(5)).status).toBe(200);
    await socket.say('m2', 'One more thing');
    expect(await rate(4)).toMatchObject({ status: 409 });
    expect(await shown()).toMatchObject({ score: 5 });
    await resolve();
    expect((await rate(2)).status).toBe(200);
    expect(await shown()).toMatchObject({ score: 2 });
    expect((await events()).map(({ replaces }) => replaces)).toEqual([null, null]);
    socket.close();
  });

  it('loses to a message that reopens the conversation at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const { socket, rate, resolve, shown, events } = await talk();
      await resolve();
      const said = socket.say('m2', 'Wait');
      const [answer] = await Promise.all([rate(5), said]);
      const count = (await events()).length;
      expect([answer.status, (await shown())?.score ?? null, count]).toEqual(
        answer.status === 200 ? [200, 5, 1] : [409, null, 0],
      );
      expect((await rate(1)).status).toBe(409);
      socket.close();
    }
  }, 30_000);

  it('is refused by a tenant that does not ask for it, and shown in the settings', async () => {
    const { visitor, socket, conversation_id } = await talk(silent);
    await silent.owner.post('/console/resolve/conversation', { conversation_id });
    const refused = await visitor.api.post<{ code: string }>('/rate/conversation', { rating: 5 });
    expect([refused.status, refused.data.code]).toEqual([409, 'state_conflict']);
    const path = `/console/fetch/tenant?tenant_id=${silent.tenantId}`;
    const read = async () =>
      (await silent.owner.get<{ tenant: { rating: boolean } }>(path)).data.tenant.rating;
    expect(await read()).toBe(false);
    await silent.owner.post('/console/update/tenant', { tenant_id: silent.tenantId, rating: true });
    expect(await read()).toBe(true);
    socket.close();
  });

  it.each([
    {},
    { rating: 0 },
    { rating: 6 },
    { rating: 2.5 },
    { rating: 5, comment: 'é'.repeat(1001) },
  ])('refuses %j', async (body) => {
    const visitor = await createVisitor(test.url, world);
    const { status, data } = await visitor.api.post<{ code: string }>('/rate/conversation', body);
    expect([status, data.code]).toEqual([422, 'invalid_request']);
  });

  it('refuses a comment over the socket that is too long, and keeps the socket', async () => {
    const { socket } = await talk();
    socket.send({ type: 'rate', rating: 5, comment: 'é'.repeat(1001) });
    expect(await socket.next('error')).toMatchObject({ code: 'content_too_long' });
    socket.send({ type: 'ping' });
    await socket.next('pong');
    socket.close();
  });

  it('is in the export, and erased with the visitor', async () => {
    const { visitor, rate, resolve, shown } = await talk();
    await resolve();
    await rate(3, 'My name is Zoë Quark');
    const of = { tenant_id: world.tenantId, session_id: visitor.sessionId };
    const exported = await world.owner.post<{
      export: { sessions: { conversation: { rating: RatingView } }[] };
    }>('/console/export/visitor', of);
    expect(exported.data.export.sessions[0]?.conversation.rating).toMatchObject({
      score: 3,
      comment: 'My name is Zoë Quark',
      operator_id: ann.operatorId,
    });
    expect((await world.owner.post('/console/erase/visitor', of)).status).toBe(200);
    expect(await shown()).toBeNull();
    const again = await world.owner.post('/console/export/visitor', of);
    expect(JSON.stringify(again.data)).not.toContain('Quark');
  });

  it('counts in the reports, and a change of it where it was given', async () => {
    const fresh = await createWorld(test.url, { bot: { kind: 'none' }, rating: true });
    const rated = await talk(fresh);
    const body = { conversation_id: rated.conversation_id };
    const eve = await addOperator(test.url, fresh, 'Eve');
    await eve.api.post('/console/claim/conversation', body);
    await eve.api.post('/console/resolve/conversation', body);
    const report = async () =>
      (
        await fresh.owner.get<{ totals: { ratings: object }; buckets: { ratings: object }[] }>(
          `/console/fetch/reports?tenant_id=${fresh.tenantId}&bucket=hour`,
        )
      ).data;
    await rated.rate(2);
    expect((await report()).totals.ratings).toEqual({ 1: 0, 2: 1, 3: 0, 4: 0, 5: 0, average: 2 });
    test.advance(2 * HOUR);
    await rated.rate(5);
    const { totals, buckets } = await report();
    expect(totals.ratings).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 1, average: 5 });
    expect(buckets.at(-3)?.ratings).toMatchObject({ 5: 1, average: 5 });
    expect(buckets.at(-1)?.ratings).toMatchObject({ 5: 0, average: null });
    rated.socket.close();
  });
});
