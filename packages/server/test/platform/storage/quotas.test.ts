import { beforeAll, describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

const DAY = 86_400_000;
const AT_ONCE = 10;

describe('quotas', () => {
  let now = Date.now();
  const test = useRelay({
    clock: () => now,
    env: {
      LIMIT_MESSAGES_PER_SESSION_DAY: '3',
      LIMIT_WORKSPACES_PER_ACCOUNT: '3',
      LIMIT_TENANTS_PER_WORKSPACE: '3',
      LIMIT_CANNED_REPLIES_PER_WORKSPACE: '3',
    },
  });
  let world: World;

  beforeAll(async () => {
    world = await createWorld(test.url);
  });

  it('refuses messages over a quota until a day after the first one, and no repeat', async () => {
    const visitor = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    for (const id of ['m1', 'm2', 'm3']) await socket.say(id, id);
    socket.send({ type: 'msg', client_msg_id: 'm4', content: 'm4' });
    expect(await socket.next('error')).toEqual({
      type: 'error',
      code: 'rate_limited',
      client_msg_id: 'm4',
      retry_after_ms: 3_600_000,
      retryable: true,
    });
    socket.send({ type: 'msg', client_msg_id: 'm2', content: 'm2' });
    await socket.next('ack', ({ duplicate }) => duplicate === true);
    socket.close();

    const later = async (ms: number) => {
      now += ms;
      const { data } = await visitor.api.post<{ visitor_token: string }>('/refresh/visitor-token');
      return VisitorSocket.open(test.url, data.visitor_token);
    };
    const almost = await later(DAY - 60_000);
    almost.send({ type: 'msg', client_msg_id: 'm4', content: 'm4' });
    expect((await almost.next('error')).retry_after_ms).toBeLessThanOrEqual(60_000);
    const next = await later(60_000);
    for (const id of ['m4', 'm5', 'm6']) await next.say(id, id);
    next.send({ type: 'msg', client_msg_id: 'm7', content: 'm7' });
    expect(await next.next('error')).toMatchObject({ code: 'rate_limited', client_msg_id: 'm7' });
  });

  it.each([
    ['workspaces an account creates', '/console/create/workspace', () => ({ name: 'Shop' }), 2],
    [
      'tenants of a workspace',
      '/console/create/tenant',
      () => ({
        workspace_id: world.workspaceId,
        tenant_name: 'Shop',
        allowed_origins: [world.origin],
      }),
      2,
    ],
    [
      'canned replies of a workspace',
      '/console/create/canned-reply',
      (index: number) => ({
        workspace_id: world.workspaceId,
        shortcut: `hello${index}`,
        content: 'Bonjour',
      }),
      3,
    ],
  ])('keeps the quota of %s, also for parallel creates', async (_, path, bodyOf, room) => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (__, index) =>
        world.owner.post<Refusal>(path, bodyOf(index)),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(created).toHaveLength(room);
    expect(refused).toHaveLength(AT_ONCE - room);
    for (const { status, data } of refused) {
      expect([status, data.code]).toEqual([429, 'rate_limited']);
      expect(data.retry_after_s).toBeGreaterThan(0);
    }
  });

  it('makes room in a quota when a record is removed', async () => {
    const other = await createWorld(test.url);
    const create = (shortcut: string) =>
      other.owner.post<{ canned_reply: { canned_reply_id: string } }>(
        '/console/create/canned-reply',
        { workspace_id: other.workspaceId, shortcut, content: 'Bonjour' },
      );
    const { data } = await create('a');
    await create('b');
    await create('c');
    expect((await create('d')).status).toBe(429);
    const { canned_reply_id } = data.canned_reply;
    await other.owner.post('/console/remove/canned-reply', { canned_reply_id });
    expect((await create('d')).status).toBe(201);
  });
});

interface Refusal {
  code: string;
  retry_after_s: number;
}
