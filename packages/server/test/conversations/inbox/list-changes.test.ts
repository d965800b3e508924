import { beforeAll, describe, expect, it } from 'vitest';
import { FeedClient, type FeedUpdate } from '../../support/feed-client';
import { addMember, type Member } from '../../support/members';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

describe('changed lists on the live feed', () => {
  const relay = useRelay();
  let world: World;
  let admin: Member;
  let serving: WorldOperator;
  /** A member who serves no tenant. */
  let idle: Member;
  let feeds: Record<'admin' | 'serving' | 'idle', FeedClient>;

  beforeAll(async () => {
    world = await createWorld(relay.url);
    admin = await addMember(relay.url, world, 'admin');
    serving = await addOperator(relay.url, world, 'Ana');
    idle = await addMember(relay.url, world, 'operator');
    const open = (token: string) =>
      FeedClient.open(relay.url, token, [`/inbox/${world.workspaceId}`]);
    feeds = {
      admin: await open(admin.token),
      serving: await open(serving.token),
      idle: await open(idle.token),
    };
    await settled();
  });

  const changes = (feed: FeedClient) => feed.updates.filter(({ type }) => type === 'changed');
  let marks = 0;
  const addReply = async () => {
    const { data } = await world.owner.post<{ canned_reply: { canned_reply_id: string } }>(
      '/console/create/canned-reply',
      { workspace_id: world.workspaceId, shortcut: `mark${marks++}`, content: 'x' },
    );
    return data.canned_reply.canned_reply_id;
  };
  /** Publishes a canned reply and waits until every feed has it: everything before it has arrived. */
  const settled = async (): Promise<Record<string, FeedUpdate[]>> => {
    const id = await addReply();
    const heard: Record<string, FeedUpdate[]> = {};
    for (const [name, feed] of Object.entries(feeds)) {
      await feed.next((update) => update['id'] === id, 2_000);
      heard[name] = changes(feed).filter((update) => update['id'] !== id);
      feed.updates.length = 0;
    }
    return heard;
  };
  const ok = async (path: string, body: object) => {
    const { status, data } = await world.owner.post<Record<string, object>>(path, body);
    expect([status, data], path).toEqual([expect.toSatisfy((s: number) => s < 300), data]);
    return data;
  };

  it('names the list and the id to all who may read it, and to no one else', async () => {
    const tenant_id = world.tenantId;
    await ok('/console/update/tenant', { tenant_id, default_locale: 'en' });
    const settings = { type: 'changed', what: 'settings', id: tenant_id };
    expect(await settled()).toEqual({ admin: [settings], serving: [settings], idle: [] });

    const { email } = await addMember(relay.url, world, 'operator');
    await settled();
    const { operator } = await ok('/console/create/operator', {
      workspace_id: world.workspaceId,
      email,
      display_name: 'Ben',
      tenant_ids: [],
    });
    const { operator_id: id } = operator as { operator_id: string };
    const operators = { type: 'changed', what: 'operators', id };
    expect(await settled()).toEqual({
      admin: [operators],
      serving: [operators],
      idle: [operators],
    });
  });

  it('tells members apart from those who may not read the list, and always the one concerned', async () => {
    const { workspaceId: workspace_id } = world;
    const body = { workspace_id, account_id: idle.accountId };
    const members = { type: 'changed', what: 'members', id: idle.accountId };
    await ok('/console/update/member', { ...body, role: 'admin' });
    expect(await settled()).toEqual({ admin: [members], serving: [], idle: [members] });
    await ok('/console/update/member', { ...body, role: 'operator' });
    expect(await settled()).toEqual({ admin: [members], serving: [], idle: [members] });
  });

  it('shows its own tenant to its creator and to admins alone', async () => {
    const { tenant } = await ok('/console/create/tenant', {
      workspace_id: world.workspaceId,
      tenant_name: 'Second',
      allowed_origins: [world.origin],
      answer: false,
    });
    const { tenant_id: id } = tenant as { tenant_id: string };
    const tenants = { type: 'changed', what: 'tenants', id };
    expect(await settled()).toEqual({ admin: [tenants], serving: [], idle: [] });
  });

  it('sends a new operator what happens from the change on, and nothing after a removal', async () => {
    const { email } = idle;
    const { operator } = await ok('/console/create/operator', {
      workspace_id: world.workspaceId,
      email,
      display_name: 'Ida',
      tenant_ids: [world.tenantId],
    });
    const { operator_id } = operator as { operator_id: string };
    await feeds.idle.next((update) => update['id'] === operator_id, 2_000);
    const write = async () => {
      const visitor = await createVisitor(relay.url, world, { mode: 'human' });
      const socket = await VisitorSocket.open(relay.url, visitor.token);
      await socket.say('m1', 'Hello');
      socket.close();
    };
    await write();
    await feeds.idle.next(({ type }) => type === 'conversation', 2_000);
    await ok('/console/remove/operator', { operator_id });
    await settled();
    await write();
    await feeds.admin.next(({ type }) => type === 'conversation', 2_000);
    await settled();
    expect(feeds.idle.updates).toEqual([]);
  });

  it('publishes no change that is refused', async () => {
    const { status } = await world.owner.post('/console/create/canned-reply', {
      workspace_id: world.workspaceId,
      shortcut: 'mark0',
      content: 'again',
    });
    expect(status).toBe(409);
    expect(await settled()).toEqual({ admin: [], serving: [], idle: [] });
  });

  it('notifies an account of its own changes, and the lists that name it', async () => {
    const { status } = await idle.api.post('/console/update/account', { display_name: 'Ida B.' });
    expect(status).toBe(200);
    const members = { type: 'changed', what: 'members', id: idle.accountId };
    await feeds.admin.next((update) => update['id'] === idle.accountId, 2_000);
    await feeds.idle.next((update) => update['id'] === idle.accountId, 2_000);
    expect(changes(feeds.admin)).toEqual([members]);
    expect(changes(feeds.serving)).toEqual([]);
  });
});

describe('an account whose last membership ends', () => {
  const relay = useRelay();

  it.each([
    ['leaves', true],
    ['is removed', false],
  ])('loses every session when it %s', async (_how, isOwn) => {
    const world = await createWorld(relay.url);
    const left = await addMember(relay.url, world, 'admin');
    const other = await relay.login(left.email, 'a long enough passphrase');
    const feed = await FeedClient.open(relay.url, other.token, [`/inbox/${world.workspaceId}`]);
    const by = isOwn ? left.api : world.owner;
    const body = { workspace_id: world.workspaceId, account_id: left.accountId };
    expect((await by.post('/console/remove/member', body)).status).toBe(200);
    for (const token of [left.token, other.token]) {
      expect(await relay.get('/console/fetch/account', { token })).toMatchObject({
        status: 401,
        data: { code: 'session_revoked' },
      });
    }
    await feed.disconnected;
  });

  it('keeps its sessions while it belongs to another workspace', async () => {
    const world = await createWorld(relay.url);
    const left = await addMember(relay.url, world, 'admin');
    expect((await left.api.post('/console/create/workspace', { name: 'Own' })).status).toBe(201);
    const body = { workspace_id: world.workspaceId, account_id: left.accountId };
    expect((await world.owner.post('/console/remove/member', body)).status).toBe(200);
    expect((await left.api.get('/console/fetch/account')).status).toBe(200);
  });
});
