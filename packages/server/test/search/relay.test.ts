import { userSignature } from '@chat-relay/receiver-sdk';
import { expect, it } from 'vitest';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { rowsWith } from '../support/stored-text';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../support/world';

const relay = useRelay();

interface Hit {
  match: { field: string; excerpt: string; marks: [number, number][]; seq?: number } | null;
}

interface Found {
  conversations: { visitor_session_id: string }[];
}

it('finds a message by the inbox’s search within five seconds, and forgets an erased one', async () => {
  const world = await createWorld(relay.url, { bot: { kind: 'none' } });
  const { api } = await addOperator(relay.url, world, 'Ann');
  const search = async (q: string): Promise<string[]> => {
    const path = `/console/fetch/conversations?q=${encodeURIComponent(q)}`;
    const { data } = await api.get<Found>(path);
    return data.conversations.map((row) => row.visitor_session_id);
  };
  const visitor = await createVisitor(relay.url, world);
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m1', 'Où est ma factûre FR-1042 ?');
  await expect.poll(() => search('facture 1042'), { timeout: 5_000 }).toEqual([visitor.sessionId]);
  expect(await search('fact')).toEqual([visitor.sessionId]);

  const identified = await visitor.api.post('/identify/visitor', {
    user_id: 'user-7',
    user_signature: userSignature(world.tenantSecret, 'user-7'),
    display_name: 'Zoë',
  });
  expect(identified.status).toBe(200);
  await expect.poll(() => search('zoe'), { timeout: 5_000 }).toEqual([visitor.sessionId]);

  const erased = await world.owner.post('/console/erase/visitor', {
    tenant_id: world.tenantId,
    session_id: visitor.sessionId,
  });
  expect(erased.status).toBe(200);
  expect(await search('facture')).toEqual([]);
  expect(await search('zoe')).toEqual([]);
  expect(await readSql(relay.database, "SELECT 1 FROM search_documents WHERE words <> ''")).toEqual(
    [],
  );
});

it('finds the visitor by every fact that the panel shows, and says which one matched', async () => {
  const world = await createWorld(relay.url, { bot: { kind: 'none' } });
  const { api } = await addOperator(relay.url, world, 'Ann');
  const find = async (q: string) => {
    const path = `/console/fetch/conversations?q=${encodeURIComponent(q)}`;
    return (await api.get<{ conversations: Hit[] }>(path)).data.conversations;
  };
  const visitor = await createVisitor(relay.url, world, { metadata: { cart: 'sku-4711' } });
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m1', 'Hello');
  await socket.say('m2', 'My parcel to Lyon is late');
  await visitor.api.post('/identify/visitor', {
    user_id: 'user-7',
    user_signature: userSignature(world.tenantSecret, 'user-7'),
    display_name: 'Zoë Martin',
    email: 'zoe.m@mail.example',
    attributes: { phone: '+33 (0)6 12 34 56 78' },
  });
  const left = await visitor.api.post('/set/contact', { email: 'zoe@post.example' });
  expect(left.status).toBe(200);
  await expect.poll(async () => (await find('post.example')).length, { timeout: 5_000 }).toBe(1);
  await expect.poll(async () => (await find('lyon')).length, { timeout: 5_000 }).toBe(1);

  const marked = async (q: string) => {
    const [{ match } = { match: null }, ...others] = await find(q);
    expect(others).toEqual([]);
    const hits = match?.marks.map(([from, to]) => match.excerpt.slice(from, to)) ?? [];
    return { ...match, marks: hits };
  };
  expect(await marked('zoe')).toEqual({ field: 'name', excerpt: 'Zoë Martin', marks: ['Zoë'] });
  expect(await marked('mail.ex')).toEqual({
    field: 'email',
    excerpt: 'zoe.m@mail.example',
    marks: ['mail', 'example'],
  });
  expect(await marked('zoe@post')).toEqual({
    field: 'contact_email',
    excerpt: 'zoe@post.example',
    marks: ['zoe', 'post'],
  });
  expect(await marked('user-7')).toMatchObject({ field: 'user_id', excerpt: 'user-7' });
  expect(await marked('06.12.34.56.78')).toEqual({
    field: 'attributes',
    excerpt: 'phone: +33 (0)6 12 34 56 78',
    marks: ['33 (0)6 12 34 56 78'],
  });
  expect(await marked('4711')).toEqual({
    field: 'metadata',
    excerpt: 'cart: sku-4711',
    marks: ['4711'],
  });
  // No text contains both words. The message is preferred, because the row shows the name anyway.
  expect(await marked('martin parcel')).toEqual({
    field: 'message',
    excerpt: 'My parcel to Lyon is late',
    marks: ['parcel'],
    seq: 3,
  });

  const listed = await api.get<{ conversations: object[] }>('/console/fetch/conversations');
  expect(listed.data.conversations[0]).not.toHaveProperty('match');
  const stranger = await createWorld(relay.url);
  const other = await addOperator(relay.url, stranger, 'Bob');
  const theirs = await other.api.get<Found>('/console/fetch/conversations?q=zoe');
  expect(theirs.data.conversations).toEqual([]);

  const body = { tenant_id: world.tenantId, session_id: visitor.sessionId };
  expect((await world.owner.post('/console/erase/visitor', body)).status).toBe(200);
  for (const q of ['zoe', 'mail.example', 'post.example', 'user-7', '0612345678', '4711']) {
    expect([q, await find(q)]).toEqual([q, []]);
  }
  for (const word of ['zoe.m@', 'post.example', '12345678', 'sku-4711']) {
    expect(await rowsWith(relay.database, word)).toEqual([]);
  }
});

it('refuses a query of one character, and one of more than 64', async () => {
  const world = await createWorld(relay.url);
  const { api } = await addOperator(relay.url, world, 'Ann');
  for (const q of ['a', 'a'.repeat(65)]) {
    const { status } = await api.get(`/console/fetch/conversations?q=${q}`);
    expect([q.length, status]).toEqual([q.length, 422]);
  }
});
