import { userSignature } from '@chat-relay/receiver-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { apiOf, type Api } from '../../../support/api';
import { readSql } from '../../../support/direct-sql';
import { addMember } from '../../../support/members';
import { useRelay } from '../../../support/relay';
import { VisitorSocket } from '../../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../../support/world';

interface Block {
  block_id: string;
  kind: string;
  user_id: string | null;
  conversation_id: string | null;
  reason: string;
  created_by: string;
  ends_at: string | null;
}
interface BlockedVisitor {
  block: { block_id: string; kind: string; ends_at: string | null; reason: string } | null;
  block_kinds: string[];
}

const MAX_BLOCKS = 30;
const BLOCKED = { status: 403, data: { code: 'visitor_blocked' } };

describe('a block', () => {
  const test = useRelay({
    env: {
      TRUSTED_PROXIES: '127.0.0.1/32',
      LIMIT_BLOCKS_PER_TENANT: `${MAX_BLOCKS}`,
      LIMIT_CONSOLE_PER_IP: '10000',
    },
  });
  let world: World;
  let ana: WorldOperator;
  let admin: Api;
  let addresses = 0;

  beforeAll(async () => {
    world = await createWorld(test.url, { bot: { kind: 'none' } });
    ana = await addOperator(test.url, world, 'Ana');
    admin = (await addMember(test.url, world, 'admin')).api;
    return () => undefined;
  });

  const nextAddress = () => `198.51.100.${++addresses}`;
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const startSession = (ip: string, of = world) =>
    apiOf(test.url, undefined, from(ip)).post<{ session_id: string; visitor_token: string }>(
      '/create/visitor-session',
      {
        tenant_id: of.tenantId,
        widget_public_key: of.widgetKey,
        origin: of.origin,
        mode: 'human',
      },
    );
  const visitFrom = async (ip: string, of = world) => {
    const { status, data } = await startSession(ip, of);
    expect(status).toBe(201);
    const { session_id: sessionId, visitor_token: token } = data;
    return { sessionId, token, api: apiOf(test.url, token, from(ip)) };
  };
  const identify = (api: Api, userId: string) =>
    api.post('/identify/visitor', {
      user_id: userId,
      user_signature: userSignature(world.tenantSecret, userId),
    });
  /** A visitor who waits, from an address of their own. */
  async function talk(ip = nextAddress()) {
    const visitor = await visitFrom(ip);
    const socket = await VisitorSocket.open(test.url, visitor.token, { ip });
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    return { visitor, socket, ip, conversation_id: conversation.conversation_id };
  }
  const block = (by: Api, conversation_id: string, kind: string, ends_at: string | null = null) =>
    by.post<{ block: Block }>('/console/block/visitor', {
      conversation_id,
      kind,
      reason: 'Insults',
      ends_at,
    });
  const unblock = (by: Api, block_id: string, tenant_id = world.tenantId) =>
    by.post('/console/unblock/visitor', { tenant_id, block_id });
  const shown = async (conversation_id: string): Promise<BlockedVisitor> => {
    const { data } = await ana.api.get<{ conversation: { visitor: BlockedVisitor } }>(
      `/console/fetch/conversation?conversation_id=${conversation_id}`,
    );
    return data.conversation.visitor;
  };
  const isClosed = async (socket: VisitorSocket) => {
    expect(await socket.closed).toEqual({ code: 4403, reason: 'visitor_blocked' });
    expect(socket.frames.at(-1)).toEqual({
      type: 'error',
      code: 'visitor_blocked',
      retryable: false,
    });
  };
  const wait = (ms: number) => new Date(Date.now() + ms).toISOString();

  it('closes every tab of a session, and refuses its token everywhere', async () => {
    const { visitor, socket, conversation_id, ip } = await talk();
    const second = await VisitorSocket.open(test.url, visitor.token, { ip });
    const { status, data } = await block(ana.api, conversation_id, 'session', wait(3_600_000));
    expect(status).toBe(201);
    expect(data.block).toMatchObject({
      tenant_id: world.tenantId,
      kind: 'session',
      user_id: null,
      conversation_id,
      reason: 'Insults',
      created_by: 'Ana',
    });
    for (const tab of [socket, second]) await isClosed(tab);
    const again = new VisitorSocket(test.url, visitor.token, { ip });
    await isClosed(again);
    expect(again.frames).toHaveLength(1);
    for (const call of [
      visitor.api.post('/refresh/visitor-token', {}),
      visitor.api.get('/fetch/messages'),
      visitor.api.post('/set/contact', { email: 'a@example.com' }),
      visitor.api.get('/fetch/transcript?format=json'),
    ]) {
      expect(await call).toMatchObject(BLOCKED);
    }
    // The visitor learns neither who blocked them nor why.
    const refused = await visitor.api.get('/fetch/messages');
    expect(JSON.stringify(refused.data)).not.toMatch(/Insults|Ana|ends_at/);
    // The conversation stays, and can be closed.
    const { block: seen, block_kinds } = await shown(conversation_id);
    expect(seen).toMatchObject({ block_id: data.block.block_id, kind: 'session' });
    expect(block_kinds).toEqual(['address', 'session']);
    await ana.api.post('/console/claim/conversation', { conversation_id });
    const resolved = await ana.api.post('/console/resolve/conversation', { conversation_id });
    expect(resolved.status).toBe(200);
  });

  it('of a session alone leaves a new session alone', async () => {
    const { socket, conversation_id, ip } = await talk();
    await block(ana.api, conversation_id, 'session');
    await isClosed(socket);
    await visitFrom(ip);
  });

  it('of an address keeps everyone there out, and no one elsewhere', async () => {
    const { socket, conversation_id, ip, visitor } = await talk();
    const neighbour = await talk(ip);
    expect((await block(ana.api, conversation_id, 'address')).status).toBe(201);
    for (const tab of [socket, neighbour.socket]) await isClosed(tab);
    expect(await startSession(ip)).toMatchObject(BLOCKED);
    expect(await neighbour.visitor.api.get('/fetch/messages')).toMatchObject(BLOCKED);
    // The block covers a network: the same session works from another one.
    const elsewhere = apiOf(test.url, visitor.token, from(nextAddress()));
    expect((await elsewhere.get('/fetch/messages')).status).toBe(200);
    await visitFrom(nextAddress());
    const other = await createWorld(test.url);
    await visitFrom(ip, other);
    // No table contains the address in readable form.
    for (const table of ['visitor_sessions', 'visitor_blocks', 'audit_entries']) {
      const rows = await readSql(test.database, `SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(ip);
    }
  });

  it('of an IPv6 address is one of its /64', async () => {
    const { socket, conversation_id } = await talk('2001:db8:1:2::1');
    await block(ana.api, conversation_id, 'address');
    await isClosed(socket);
    expect(await startSession('2001:db8:1:2:ffff::9')).toMatchObject(BLOCKED);
    await visitFrom('2001:db8:1:3::1');
  });

  it('of an identity holds for every session of the user, now and later', async () => {
    const { visitor, socket, conversation_id } = await talk();
    const other = await talk();
    await identify(visitor.api, 'mallory');
    await identify(other.visitor.api, 'mallory');
    expect((await shown(conversation_id)).block_kinds).toEqual(['identity', 'address', 'session']);
    const { data } = await block(ana.api, conversation_id, 'identity');
    expect(data.block.user_id).toBe('mallory');
    for (const tab of [socket, other.socket]) await isClosed(tab);
    const later = await talk();
    expect(await identify(later.visitor.api, 'mallory')).toMatchObject(BLOCKED);
    await isClosed(later.socket);
    expect(await later.visitor.api.get('/fetch/messages')).toMatchObject(BLOCKED);
    const someone = await talk();
    expect((await identify(someone.visitor.api, 'mallory2')).status).toBe(200);
    someone.socket.close();
  });

  it('needs a user for an identity, a reason, and an end that is ahead', async () => {
    const { socket, conversation_id } = await talk();
    expect(await block(ana.api, conversation_id, 'identity')).toMatchObject({
      status: 422,
      data: { details: [{ field: 'kind', code: 'not_possible' }] },
    });
    expect(await block(ana.api, conversation_id, 'session', wait(-1_000))).toMatchObject({
      status: 422,
      data: { details: [{ field: 'ends_at', code: 'out_of_range' }] },
    });
    for (const reason of ['', ' ', 'x'.repeat(201), 'a\nb']) {
      const body = { conversation_id, kind: 'session', reason, ends_at: null };
      expect((await ana.api.post('/console/block/visitor', body)).status).toBe(422);
    }
    expect((await shown(conversation_id)).block).toBeNull();
    socket.close();
  });

  it('ends at its time', async () => {
    const { visitor, socket, conversation_id } = await talk();
    await block(ana.api, conversation_id, 'session', wait(1_500));
    await isClosed(socket);
    const status = async () => (await visitor.api.post('/refresh/visitor-token', {})).status;
    expect(await status()).toBe(403);
    await expect.poll(status, { timeout: 5_000 }).toBe(200);
    expect((await shown(conversation_id)).block).toBeNull();
    const again = await VisitorSocket.open(test.url, visitor.token);
    await again.say('m2', 'Sorry');
    again.close();
    // The visitor can be blocked again, although the old block's row is still there.
    expect((await block(ana.api, conversation_id, 'session')).status).toBe(201);
  });

  it('is lifted by an admin, and by no operator', async () => {
    const { visitor, socket, conversation_id } = await talk();
    const { block_id } = (await block(ana.api, conversation_id, 'session')).data.block;
    await isClosed(socket);
    expect((await unblock(ana.api, block_id)).status).toBe(403);
    expect((await unblock(admin, block_id)).status).toBe(200);
    expect((await unblock(admin, block_id)).status).toBe(404);
    const again = await VisitorSocket.open(test.url, visitor.token);
    expect((await again.say('m2', 'Hello again')).seq).toBeGreaterThan(1);
    again.close();
  });

  it('is made once when two operators make it at once', async () => {
    const { socket, conversation_id } = await talk();
    const answers = await Promise.all(
      [ana.api, admin, ana.api, admin].map((by) => block(by, conversation_id, 'session')),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ]);
    const made = answers.find(({ status }) => status === 201)?.data.block;
    await isClosed(socket);
    await unblock(admin, made?.block_id ?? '');
    const { data } = await world.owner.get<{
      entries: { action: string; subject: string; details: object }[];
    }>(`/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=200`);
    expect(data.entries.filter(({ subject }) => subject === made?.block_id)).toMatchObject([
      { action: 'visitor.unblocked' },
      {
        action: 'visitor.blocked',
        details: { tenant_id: world.tenantId, conversation_id, kind: 'session' },
      },
    ]);
  });

  it('is unknown to operators of other tenants', async () => {
    const { socket, conversation_id } = await talk();
    const foreign = await createWorld(test.url);
    expect((await block(foreign.owner, conversation_id, 'session')).status).toBe(404);
    const { block_id } = (await block(ana.api, conversation_id, 'session')).data.block;
    expect((await unblock(foreign.owner, block_id)).status).toBe(404);
    expect((await unblock(foreign.owner, block_id, foreign.tenantId)).status).toBe(404);
    const listed = await foreign.owner.get(`/console/fetch/blocks?tenant_id=${world.tenantId}`);
    expect(listed.status).toBe(404);
    socket.close();
  });

  it('is listed, the newest first, and limited in number', async () => {
    const full = await createWorld(test.url, { bot: { kind: 'none' } });
    const ids: string[] = [];
    for (let n = 0; n < MAX_BLOCKS; n++) {
      const { token } = await createVisitor(test.url, full, { mode: 'human' });
      const socket = await VisitorSocket.open(test.url, token);
      await socket.say('m1', 'Hello');
      const { conversation } = await socket.next('status');
      const made = await block(full.owner, conversation.conversation_id, 'session');
      ids.push(made.data.block.block_id);
      socket.close();
    }
    const read = (query: string) =>
      full.owner.get<{ blocks: Block[]; next_cursor: string | null }>(
        `/console/fetch/blocks?tenant_id=${full.tenantId}${query}`,
      );
    const first = (await read('&limit=20')).data;
    const rest = (await read(`&limit=20&cursor=${first.next_cursor}`)).data;
    expect([...first.blocks, ...rest.blocks].map((one) => one.block_id)).toEqual(ids.toReversed());
    expect(rest.next_cursor).toBeNull();
    const { token } = await createVisitor(test.url, full, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, token);
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    const one = await block(full.owner, conversation.conversation_id, 'session');
    expect(one).toMatchObject({ status: 429, data: { code: 'rate_limited' } });
    socket.close();
  });

  it('outlives the erasure of its user without naming them', async () => {
    const { visitor, socket, conversation_id } = await talk();
    await identify(visitor.api, 'eve-to-forget');
    const { block_id } = (await block(ana.api, conversation_id, 'identity')).data.block;
    await isClosed(socket);
    const exported = await admin.post<{ export: { sessions: { blocks: object[] }[] } }>(
      '/console/export/visitor',
      { tenant_id: world.tenantId, user_id: 'eve-to-forget' },
    );
    expect(exported.data.export.sessions.flatMap(({ blocks }) => blocks)).toEqual([
      {
        kind: 'identity',
        reason: 'Insults',
        created_at: expect.any(String) as string,
        ends_at: null,
      },
    ]);
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      user_id: 'eve-to-forget',
    });
    const rows = await readSql(test.database, 'SELECT * FROM visitor_blocks WHERE block_id = ?', [
      block_id,
    ]);
    expect(rows).toMatchObject([{ user_id: null, conversation_id: null, reason: '' }]);
    expect(JSON.stringify(rows)).not.toContain('eve-to-forget');
    const later = await visitFrom(nextAddress());
    expect(await identify(later.api, 'eve-to-forget')).toMatchObject(BLOCKED);
  });

  it('lets no message through that is sent after it', async () => {
    for (let round = 0; round < 12; round++) {
      const { socket, conversation_id } = await talk();
      const late: string[] = [];
      const blocking = block(ana.api, conversation_id, 'session').then(({ status }) => {
        expect(status).toBe(201);
        for (let n = 0; n < 5; n++) {
          if (socket.ws.readyState !== WebSocket.OPEN) break;
          late.push(`late-${n}`);
          socket.send({ type: 'msg', client_msg_id: `late-${n}`, content: 'one more' });
        }
      });
      socket.send({ type: 'msg', client_msg_id: 'early', content: 'at the same time' });
      await blocking;
      await isClosed(socket);
      const acked = socket.frames.flatMap((frame) =>
        frame.type === 'ack' ? [frame.client_msg_id] : [],
      );
      expect(acked.filter((id) => late.includes(id))).toEqual([]);
      const { data } = await ana.api.get<{ messages: { content: string }[] }>(
        `/console/fetch/messages?conversation_id=${conversation_id}`,
      );
      expect(data.messages.map(({ content }) => content)).not.toContain('one more');
    }
  });
});
