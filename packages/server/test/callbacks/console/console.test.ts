import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBotBackend, type BotBackend } from '../../support/bot-backend';
import { startCallbackReceiver } from '../../support/callback-receiver';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../../support/world';

interface Callback {
  event_id: string;
  event: string;
  sequence: number;
  state: string;
  attempt_count: number;
  outcome: string | null;
  replay_of: string | null;
  conversation_id: string;
  created_at: string;
  body_text?: string;
}
interface Detail extends Callback {
  body: Record<string, unknown>;
  attempts: { status: number | null; outcome: string; duration_ms: number; answer: string }[];
}

const running = useRelay();
let other: World;

beforeAll(async () => {
  other = await createWorld(running.url);
});

describe('the console of callbacks', () => {
  let backend: BotBackend;
  let world: World;
  let status: number;
  let conversationId: string;

  beforeEach(async () => {
    status = 200;
    backend = await startBotBackend(() => (status === 200 ? { received: true } : status));
    world = await createWorld(running.url, { callback_url_base: backend.url });
    const visitor = await createVisitor(running.url, world);
    const socket = await VisitorSocket.open(running.url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    conversationId = (await socket.next('status')).conversation?.conversation_id ?? '';
    socket.close();
  });
  afterEach(() => backend.close());

  const list = async (more = ''): Promise<Callback[]> => {
    const { data } = await world.owner.get<{ callbacks: Callback[] }>(
      `/console/fetch/callbacks?tenant_id=${world.tenantId}${more}`,
    );
    return data.callbacks;
  };
  const detail = async (eventId: string): Promise<Detail> => {
    const answer = await world.owner.get<{ callback: Detail }>(
      `/console/fetch/callback?event_id=${eventId}`,
    );
    return answer.data.callback;
  };
  const settled = async (): Promise<Callback[]> => {
    await vi.waitFor(async () => {
      const states = (await list()).map(({ state }) => state);
      expect(states.length).toBeGreaterThanOrEqual(2);
      expect(new Set(states)).toEqual(new Set(['delivered']));
    }, 8000);
    return list();
  };

  it('lists callbacks by state, event, conversation and time, newest first', async () => {
    const all = await settled();
    expect(all.slice(-2).map(({ event }) => event)).toEqual([
      'message-received',
      'conversation-started',
    ]);
    expect(await list('&event=conversation-started')).toHaveLength(1);
    expect(await list('&state=dead')).toEqual([]);
    expect(await list(`&conversation_id=${conversationId}`)).toHaveLength(all.length);
    expect(await list('&conversation_id=0123456789abcdef01234567')).toEqual([]);
    const later = new Date(Date.now() + 1000).toISOString();
    expect(await list(`&since=${later}`)).toEqual([]);
    expect(await list(`&until=${later}&since=2020-01-01T00:00:00.000Z`)).toHaveLength(all.length);
    const first = await world.owner.get<{ callbacks: Callback[]; next_cursor: string }>(
      `/console/fetch/callbacks?tenant_id=${world.tenantId}&limit=1`,
    );
    const second = await list(`&limit=1&cursor=${first.data.next_cursor}`);
    const ids = [...first.data.callbacks, ...second].map(({ event_id }) => event_id);
    expect(new Set(ids).size).toBe(2);
  });

  it('lists callbacks with their bytes, oldest first, on request', async () => {
    const all = await settled();
    const oldestFirst = await list('&order=asc&bodies=true');
    expect(oldestFirst.map(({ event_id }) => event_id)).toEqual(
      all.map(({ event_id }) => event_id).toReversed(),
    );
    const bodies = oldestFirst.map(({ body_text: text = '' }) => JSON.parse(text) as object);
    expect(bodies.slice(0, 2)).toEqual(backend.received.slice(0, 2));
    expect(all[0]).not.toHaveProperty('body_text');
    for (const wrong of ['order=newest', 'bodies=perhaps']) {
      const refused = await world.owner.get(
        `/console/fetch/callbacks?tenant_id=${world.tenantId}&${wrong}`,
      );
      expect(refused).toMatchObject({ status: 422, data: { code: 'invalid_request' } });
    }
    const foreign = `/console/fetch/callbacks?tenant_id=${world.tenantId}&order=asc&bodies=true`;
    expect(await other.owner.get(foreign)).toMatchObject({
      status: 404,
      data: { code: 'not_found' },
    });
  });

  it('shows the body and every attempt of a callback', async () => {
    const [callback] = (await settled()).slice(-1);
    const shown = await detail(callback?.event_id ?? '');
    expect(shown.body).toEqual(backend.received[0]);
    expect(shown.attempts).toMatchObject([
      { status: 200, outcome: 'status_200', answer: '{"received":true}', clock_skew_ms: 0 },
    ]);
  });

  it('resends a callback with the same bytes, or a copy by force', async () => {
    const [callback] = (await settled()).slice(-1);
    const eventId = callback?.event_id ?? '';
    const sent = backend.received.length;
    const again = await world.owner.post<{ callback: Callback }>('/console/resend/callback', {
      event_id: eventId,
    });
    expect(again.data.callback.event_id).toBe(eventId);
    await vi.waitFor(() => expect(backend.received.length).toBe(sent + 1), 5000);
    expect(backend.received.at(-1)).toEqual(backend.received[0]);

    const forced = await world.owner.post<{ callback: Callback }>('/console/resend/callback', {
      event_id: eventId,
      force: true,
    });
    expect(forced.data.callback).toMatchObject({ replay_of: eventId, sequence: 1 });
    await vi.waitFor(() => expect(backend.received.length).toBe(sent + 2), 5000);
    expect(backend.received.at(-1)).toEqual({
      ...backend.received[0],
      event_id: forced.data.callback.event_id,
      replay_of: eventId,
    });
    await settled();
    expect((await detail(eventId)).attempts).toHaveLength(2);
  });

  it('continues with new events after a resend', async () => {
    const before = await settled();
    await world.owner.post('/console/resend/callback', { event_id: before.at(-1)?.event_id });
    const claimed = await addOperator(running.url, world, 'Otto');
    await claimed.api.post('/console/claim/conversation', { conversation_id: conversationId });
    await vi.waitFor(async () => {
      expect((await list('&event=agent-assigned')).map(({ state }) => state)).toEqual([
        'delivered',
      ]);
    }, 8000);
    const fresh = backend.received.filter(({ event }) => event === 'agent-assigned');
    expect(fresh).toHaveLength(1);
  });

  it('replays a span of time in order, and only counts on a dry run', async () => {
    const all = await settled();
    const span = {
      tenant_id: world.tenantId,
      since: '2020-01-01T00:00:00.000Z',
      until: new Date(Date.now() + 60_000).toISOString(),
    };
    const replay = (more: object) =>
      world.owner.post<{ matched: number; replayed: number }>('/console/replay/callbacks', {
        ...span,
        ...more,
      });
    expect((await replay({ dry_run: true })).data).toEqual({ matched: all.length, replayed: 0 });
    expect((await replay({ state: 'dead' })).data).toEqual({ matched: 0, replayed: 0 });
    const sent = backend.received.length;
    expect((await replay({})).data).toEqual({ matched: all.length, replayed: all.length });
    await vi.waitFor(() => expect(backend.received.length).toBe(sent + all.length), 8000);
    const sequences = backend.received.slice(sent).map((event) => event['sequence']);
    expect(sequences).toEqual(all.map(({ sequence }) => sequence).toReversed());
  });

  it('sends waiting callbacks at once when they are resumed', async () => {
    await settled();
    status = 500;
    const visitor = await createVisitor(running.url, world);
    const socket = await VisitorSocket.open(running.url, visitor.token);
    await socket.say('m1', 'Hello?');
    socket.close();
    await vi.waitFor(async () => {
      expect((await list('&state=pending')).some(({ outcome }) => outcome === 'status_500')).toBe(
        true,
      );
    }, 5000);
    status = 200;
    const resumed = await world.owner.post<{ waiting: number }>('/console/resume/callbacks', {
      tenant_id: world.tenantId,
    });
    expect([resumed.status, resumed.data.waiting]).toEqual([200, expect.any(Number)]);
    await settled();
  });

  it('tests a callback address and reports what it saw', async () => {
    await settled();
    const test = async () => {
      const { data } = await world.owner.post<{ test: Record<string, unknown> }>(
        '/console/test/callback',
        { tenant_id: world.tenantId },
      );
      return data.test;
    };
    expect(await test()).toMatchObject({
      url: `${backend.url}/api/v1/chat-callbacks/test`,
      dns: { host: '127.0.0.1', addresses: ['127.0.0.1'], error: null },
      tls: null,
      delivered: true,
      acknowledged: true,
      status: 200,
      clock_skew_ms: 0,
    });
    status = 401;
    expect(await test()).toMatchObject({ delivered: false, acknowledged: false, status: 401 });
    await backend.close();
    expect(await test()).toMatchObject({ delivered: false, status: null, outcome: 'connect' });
    backend = await startBotBackend(() => 200);
  });

  it('tests a callback address with an event that the SDK accepts', async () => {
    const receiver = await startCallbackReceiver({ secretsFor: () => [world.tenantSecret] });
    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      callback_url_base: receiver.url,
    });
    const { data } = await world.owner.post<{ test: object }>('/console/test/callback', {
      tenant_id: world.tenantId,
    });
    expect(data.test).toMatchObject({ delivered: true, acknowledged: true });
    expect(receiver.refusals).toEqual([]);
    await receiver.close();
  });

  it('shows callbacks to owners and admins alone', async () => {
    const [callback] = await settled();
    const eventId = callback?.event_id ?? '';
    const operator = await addOperator(running.url, world, 'Otto');
    const since = '2020-01-01T00:00:00.000Z';
    const calls = (api: World['owner']) => [
      api.get(`/console/fetch/callbacks?tenant_id=${world.tenantId}`),
      api.get(`/console/fetch/callback?event_id=${eventId}`),
      api.post('/console/resend/callback', { event_id: eventId }),
      api.post('/console/replay/callbacks', { tenant_id: world.tenantId, since, until: since }),
      api.post('/console/resume/callbacks', { tenant_id: world.tenantId }),
      api.post('/console/test/callback', { tenant_id: world.tenantId }),
    ];
    const sent = backend.received.length;
    for (const answer of await Promise.all(calls(operator.api))) {
      expect([answer.status, (answer.data as { code: string }).code]).toEqual([
        403,
        'insufficient_role',
      ]);
    }
    for (const answer of await Promise.all(calls(other.owner))) {
      expect([answer.status, (answer.data as { code: string }).code]).toEqual([404, 'not_found']);
    }
    expect(backend.received).toHaveLength(sent);
  });

  it('answers a bot that is asked again, and does not act on what it says', async () => {
    let answers = 0;
    const bot = await startBotBackend(({ event }) =>
      event === 'message-received'
        ? { actions: [{ type: 'reply', content: `Answer ${++answers}` }] }
        : {},
    );
    const shop = await createWorld(running.url, {
      bot: { kind: 'tenant', reply_timeout_s: 300 },
      callback_url_base: bot.url,
    });
    const visitor = await createVisitor(running.url, shop);
    const socket = await VisitorSocket.open(running.url, visitor.token);
    await socket.say('m1', 'Hello');
    await socket.next('msg', ({ content }) => content === 'Answer 1');
    const message = bot.received.find(({ event }) => event === 'message-received');
    const sent = bot.received.length;
    const resend = (force: boolean) =>
      shop.owner.post('/console/resend/callback', { event_id: message?.event_id, force });
    await vi.waitFor(async () => {
      const { data } = await shop.owner.get<{ callback: Callback }>(
        `/console/fetch/callback?event_id=${message?.event_id}`,
      );
      expect(data.callback.state).toBe('delivered');
    }, 5000);
    await resend(false);
    await vi.waitFor(() => expect(bot.received.length).toBe(sent + 1), 5000);
    // Callbacks of a conversation are delivered in order: the next answer proves that the resent one was handled.
    await socket.say('m2', 'Still there?');
    await socket.next('msg', ({ content }) => content === 'Answer 3');
    expect(
      socket.frames.some((frame) => frame.type === 'msg' && frame.content === 'Answer 2'),
    ).toBe(false);
    socket.close();
    await bot.close();
  });
});
