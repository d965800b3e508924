import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readSql } from '../../support/direct-sql';
import { FeedClient } from '../../support/feed-client';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { tenantClient } from '../../tenant-api/tenant-client';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

interface Page {
  url: string;
  title: string;
  at: string;
}

describe('the pages that visitors are on', () => {
  const test = useRelay();
  let world: World;
  let ana: WorldOperator;
  /** The bodies of all callbacks. */
  const callbacks: string[] = [];

  beforeAll(async () => {
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        callbacks.push(body);
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    world = await createWorld(test.url, {
      bot: { kind: 'none' },
      callback_url_base: `http://127.0.0.1:${port}`,
    });
    ana = await addOperator(test.url, world, 'Ana Silva');
    return () => {
      receiver.closeAllConnections();
      receiver.close();
    };
  });

  async function writing(in_ = world) {
    const visitor = await createVisitor(test.url, in_, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    const { conversation } = await socket.next('status');
    return { visitor, socket, id: conversation.conversation_id };
  }
  const visit = (socket: VisitorSocket, path: string, title = path) =>
    socket.send({ type: 'page', url: `${world.origin}${path}`, title });
  const read = async (id: string, api = ana.api) => {
    const { data } = await api.get<{ conversation: { page: Page | null }; pages: Page[] }>(
      `/console/fetch/conversation?conversation_id=${id}`,
    );
    return { page: data.conversation.page, pages: data.pages };
  };
  /** Waits until the page is stored: a session is written at most once in 5 s. */
  const seen = (id: string, path: string) =>
    vi.waitFor(
      async () => {
        const found = await read(id);
        expect(found.page?.url).toBe(`${world.origin}${path}`);
        return found;
      },
      { timeout: 8_000, interval: 100 },
    );

  it('shows operators the current page and those before it, also live', async () => {
    const { socket, id } = await writing();
    expect(await read(id)).toEqual({ page: null, pages: [] });
    const feed = await FeedClient.open(test.url, ana.token, [`/conversations/${id}`]);
    visit(socket, '/socks?token=secret#red', 'Socks');
    const { page } = await seen(id, '/socks');
    expect(page).toEqual({
      url: 'https://shop.example/socks',
      title: 'Socks',
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await feed.next(({ type }) => type === 'page')).toEqual({
      type: 'page',
      conversation_id: id,
      page,
    });

    visit(socket, '/cart');
    test.advance(5_000);
    const later = await seen(id, '/cart');
    expect(later.pages).toEqual([later.page, page]);
    const { data } = await ana.api.get<{ conversations: { page: Page | null }[] }>(
      `/console/fetch/conversations?tenant_id=${world.tenantId}&limit=1`,
    );
    expect(data.conversations[0]?.page).toEqual(later.page);
    await feed.close();
  });

  it('keeps the page of a visitor who has not written yet', async () => {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    visit(socket, '/before');
    await vi.waitFor(
      async () => {
        const [row] = await readSql<{ current_page: string | null }>(
          test.database,
          'SELECT current_page FROM visitor_sessions WHERE session_id = ?',
          [visitor.sessionId],
        );
        expect(row?.current_page).toContain('/before');
      },
      { timeout: 5_000, interval: 50 },
    );
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    expect((await read(conversation.conversation_id)).page?.url).toBe(`${world.origin}/before`);
  });

  it('lets the last tab win', async () => {
    const { visitor, socket, id } = await writing();
    const tab = await VisitorSocket.open(test.url, visitor.token);
    visit(socket, '/first');
    visit(tab, '/second');
    expect((await seen(id, '/second')).pages.map(({ url }) => url)).toEqual([
      `${world.origin}/second`,
      `${world.origin}/first`,
    ]);
  });

  it('drops in silence what comes too often, from elsewhere or without a readable title', async () => {
    const { socket, id } = await writing();
    const before = socket.frames.length;
    visit(socket, '/kept');
    for (let n = 0; n < 30; n++) visit(socket, `/flood-${n}`);
    const other = await writing();
    other.socket.send({ type: 'page', url: 'https://evil.example/', title: 'Evil' });
    const script = await writing();
    script.socket.send({ type: 'page', url: 'javascript:alert(1)', title: 'Evil' });
    const untitled = await writing();
    visit(untitled.socket, '/a', ' \n ');
    const { pages } = await seen(id, '/kept');
    expect(pages).toHaveLength(1);
    // A message is not counted with them.
    await socket.say('m2', 'Still there?');
    expect(socket.frames.slice(before).filter(({ type }) => type === 'error')).toEqual([]);
    for (const one of [other, script, untitled]) {
      expect(await read(one.id)).toEqual({ page: null, pages: [] });
      expect(one.socket.frames.filter(({ type }) => type === 'error')).toEqual([]);
    }
  });

  it('writes a session at most once in 5 s', async () => {
    const { visitor, id } = await writing();
    const open = () => VisitorSocket.open(test.url, visitor.token);
    const [first, second, third] = await Promise.all([open(), open(), open()]);
    visit(first, '/1');
    await seen(id, '/1');
    visit(second, '/2');
    visit(third, '/3');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await read(id)).pages).toHaveLength(1);
    test.advance(4_000);
    expect((await seen(id, '/3')).pages).toHaveLength(3);
  });

  it('stores nothing for a tenant that has switched it off, and tells the widget', async () => {
    const quiet = await createWorld(test.url, {
      bot: { kind: 'none' },
      widget: { share_page: false },
    });
    const { visitor, socket, id } = await writing(quiet);
    const { config } = await socket.next('welcome');
    expect(config.share_page).toBe(false);
    visit(socket, '/socks');
    const shared = await writing();
    expect((await shared.socket.next('welcome')).config.share_page).toBe(true);
    visit(shared.socket, '/socks');
    await seen(shared.id, '/socks');
    expect(await read(id, quiet.owner)).toEqual({ page: null, pages: [] });
    const rows = await readSql(
      test.database,
      'SELECT current_page, earlier_pages FROM visitor_sessions WHERE session_id = ?',
      [visitor.sessionId],
    );
    expect(rows).toEqual([{ current_page: null, earlier_pages: null }]);
  });

  it('is in the export, goes with an erasure, and comes back with no late frame', async () => {
    const { visitor, socket, id } = await writing();
    visit(socket, '/private', 'My illness');
    const { pages } = await seen(id, '/private');
    const named = { tenant_id: world.tenantId, session_id: visitor.sessionId };
    const exported = await world.owner.post<{ export: { sessions: { pages: Page[] }[] } }>(
      '/console/export/visitor',
      named,
    );
    expect(exported.data.export.sessions[0]?.pages).toEqual(pages);
    visit(socket, '/late'); // waits for its turn
    await world.owner.post('/console/erase/visitor', named);
    test.advance(5_000);
    const next = await writing();
    visit(next.socket, '/written-later');
    await seen(next.id, '/written-later');
    expect(await read(id, world.owner)).toEqual({ page: null, pages: [] });
  });

  it('is in no callback, no answer of the tenant API and nothing that a visitor reads', async () => {
    const { visitor, socket, id } = await writing();
    visit(socket, '/nowhere-else', 'Nowhere else');
    await seen(id, '/nowhere-else');
    await socket.say('m2', 'Thank you');
    await ana.api.post('/console/claim/conversation', { conversation_id: id });
    await ana.api.post('/console/resolve/conversation', { conversation_id: id });
    await vi.waitFor(() =>
      expect(callbacks.some((body) => body.includes('agent-resolved') && body.includes(id))).toBe(
        true,
      ),
    );
    expect(callbacks.join()).not.toContain('owhere');
    const tenant = tenantClient(test.url, { ...world, secret: world.tenantSecret });
    const byTenant = await tenant('fetch/conversation', { conversation_id: id });
    expect(byTenant.status).toBe(200);
    expect(JSON.stringify(byTenant)).not.toContain('owhere');
    const byVisitor = await visitor.api.get('/fetch/messages');
    expect(JSON.stringify([byVisitor, socket.frames])).not.toContain('owhere');
  });
});
