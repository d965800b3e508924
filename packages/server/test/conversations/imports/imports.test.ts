import { userSignature } from '@chat-relay/receiver-sdk';
import { expect, it } from 'vitest';
import { readSql } from '../../support/direct-sql';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../../support/world';
import { conversation, importInto, outcomesOf, said } from './import-calls';

const relay = useRelay();
const DAY = 24 * 3_600_000;

interface Row {
  conversation_id: string;
  status: string;
  origin: string;
  unread: number;
  last_seq: number;
  started_at: string;
  last_message_at: string;
  resolved_at: string;
  metadata: object;
  last_message: object;
  visitor: { user_id: string | null; unverified: Record<string, unknown> };
}

it('shows operators an imported conversation as it was, among the others of its time', async () => {
  const world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:8999' });
  const { api } = await addOperator(relay.url, world, 'Ann');
  const visitor = { user_id: 'u-4711', display_name: 'Léa', email: 'lea@example.com' };
  const older = conversation({ metadata: { plan: 'gold' }, visitor });
  older.messages.push(said('bot', 'Anything else?', '2024-05-01T09:01:00Z'));
  const newer = conversation({
    messages: [said('visitor', 'Bonjour', '2024-06-01T12:00:00+02:00')],
  });

  const answer = await importInto(world, [older, newer]);
  expect(answer.status).toBe(200);
  expect(outcomesOf(answer)).toEqual(['imported', 'imported']);
  const [first, second] = answer.data.conversations.map((one) => one.conversation_id);

  const list = await api.get<{ conversations: Row[] }>('/console/fetch/conversations');
  expect(list.data.conversations.map((row) => row.conversation_id)).toEqual([second, first]);
  expect(list.data.conversations[1]).toMatchObject({
    status: 'RESOLVED',
    origin: 'import',
    mode: 'bot',
    unread: 0,
    last_seq: 3,
    claim_count: 0,
    escalation_reason: null,
    started_at: '2024-05-01T09:00:00.000Z',
    last_message_at: '2024-05-01T09:01:00.000Z',
    resolved_at: '2024-05-01T09:01:00.000Z',
    metadata: { plan: 'gold', external_id: older.external_id },
    last_message: { kind: 'bot', preview: 'Anything else?' },
    visitor: { user_id: 'u-4711', unverified: { display_name: 'Léa', email: 'lea@example.com' } },
  });
  const { data } = await api.get<{ messages: object[] }>(
    `/console/fetch/messages?conversation_id=${first}`,
  );
  expect(data.messages).toMatchObject([
    { seq: 1, sender: { kind: 'visitor' }, content: 'Where is my parcel?' },
    { seq: 2, sender: { kind: 'agent', display_name: 'Camille' }, content: 'On its way.' },
    { seq: 3, sender: { kind: 'bot' }, created_at: '2024-05-01T09:01:00.000Z' },
  ]);
  // The import responds only after its conversations are in the search index.
  const found = await api.get<{ conversations: Row[] }>('/console/fetch/conversations?q=parcel');
  expect(found.data.conversations.map((row) => row.conversation_id)).toEqual([first]);
});

it('tells no one of an import, and counts it in no report', async () => {
  const world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:8999' });
  await importInto(world, [conversation(), conversation({ messages: [recent()] })]);
  const { tenantId, owner } = world;
  const tenant = `tenant_id = '${tenantId}'`;
  for (const table of ['callback_events', 'tickets', 'report_entries', 'awaited_answers']) {
    expect(await readSql(relay.database, `SELECT * FROM ${table} WHERE ${tenant}`), table).toEqual(
      [],
    );
  }
  const query = `tenant_id=${tenantId}&since=2024-05-01T00:00:00Z&until=2024-05-03T00:00:00Z&bucket=day`;
  const report = await owner.get<{ totals: object }>(`/console/fetch/reports?${query}`);
  expect(report.data.totals).toMatchObject({ conversations: 0, visitor_messages: 0 });
  const log = await owner.get<{ entries: object[] }>(
    `/console/fetch/audit-log?workspace_id=${world.workspaceId}`,
  );
  expect(log.data.entries[0]).toMatchObject({
    action: 'conversations.imported',
    subject: tenantId,
    details: { conversations: 2 },
  });
});

it('changes nothing when it is repeated, whatever the repeat says', async () => {
  const world = await createWorld(relay.url);
  const line = conversation();
  const first = await importInto(world, [line]);
  const again = await importInto(world, [{ ...line, messages: line.messages.slice(0, 1) }]);
  expect(outcomesOf(again)).toEqual(['existing']);
  const [one, other] = [first, again].map(({ data }) => data.conversations[0]?.conversation_id);
  expect(other).toBe(one);
  const messages = await readSql(
    relay.database,
    `SELECT seq FROM messages WHERE tenant_id = '${world.tenantId}' ORDER BY seq`,
  );
  expect(messages).toEqual([{ seq: 1 }, { seq: 2 }]);

  // Another tenant may use the same `external_id`.
  const elsewhere = await importInto(await createWorld(relay.url), [line]);
  expect(outcomesOf(elsewhere)).toEqual(['imported']);
});

it('writes each conversation once when the same ones are imported several times at once', async () => {
  const world = await createWorld(relay.url);
  const lines = Array.from({ length: 60 }, () => conversation());
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => importInto(world, n % 2 ? lines : lines.toReversed())),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const imported = answers.flatMap(outcomesOf).filter((outcome) => outcome === 'imported');
  expect(imported).toHaveLength(lines.length);
  const [count] = await readSql<{ messages: number }>(
    relay.database,
    `SELECT COUNT(*) AS messages FROM messages WHERE tenant_id = '${world.tenantId}'`,
  );
  expect(count).toEqual({ messages: 2 * lines.length });
});

it('is in the export of the visitor, goes with their erasure, and stays erased', async () => {
  const world = await createWorld(relay.url);
  const { owner, tenantId } = world;
  const line = conversation({ visitor: { user_id: 'u-9', attributes: { city: 'Lyon' } } });
  await importInto(world, [line]);
  const subject = { tenant_id: tenantId, user_id: 'u-9' };
  const exported = await owner.post<object>('/console/export/visitor', subject);
  const text = JSON.stringify(exported.data);
  for (const word of ['Where is my parcel?', 'Lyon', line.external_id])
    expect(text).toContain(word);

  expect((await owner.post('/console/erase/visitor', subject)).status).toBe(200);
  expect(outcomesOf(await importInto(world, [line]))).toEqual(['existing']);
  const messages = await readSql(
    relay.database,
    `SELECT content FROM messages WHERE tenant_id = '${tenantId}'`,
  );
  expect(messages).toEqual([{ content: '' }, { content: '' }]);
  const sessions = await readSql(
    relay.database,
    `SELECT metadata, user_id FROM visitor_sessions WHERE tenant_id = '${tenantId}'`,
  );
  expect(sessions).toEqual([{ metadata: '{}', user_id: null }]);
});

it('leaves out what the tenant would delete at once', async () => {
  const world = await createWorld(relay.url, { retention: { messages_days: 30 } });
  const kept = conversation({ messages: [recent(29)] });
  const answer = await importInto(world, [
    conversation(),
    kept,
    conversation({ messages: [recent(31)] }),
  ]);
  expect(outcomesOf(answer)).toEqual(['too_old', 'imported', 'too_old']);
  expect(answer.data.conversations[0]?.conversation_id).toBeNull();
});

it('writes nothing in a dry run, and says what it would do', async () => {
  const world = await createWorld(relay.url);
  const there = conversation();
  await importInto(world, [there]);
  const planned = await importInto(world, [there, conversation()], { dry_run: true });
  expect(outcomesOf(planned)).toEqual(['existing', 'imported']);
  expect(planned.data.conversations[1]?.conversation_id).toBeNull();
  const rows = await readSql(
    relay.database,
    `SELECT 1 FROM visitor_sessions WHERE tenant_id = '${world.tenantId}'`,
  );
  expect(rows).toHaveLength(1);
});

it('names each conversation that it refuses, and then imports none of them', async () => {
  const world = await createWorld(relay.url);
  const at = '2024-05-01T09:00:00Z';
  const withContent = (content: string) =>
    conversation({ messages: [said('visitor', content, at)] });
  const twin = conversation();
  const long = 'x'.repeat(4_001);
  const lines = [
    withContent('fine'),
    withContent('half a character \ud800'),
    withContent('nul \0'),
    withContent(long),
    { ...conversation(), tags: ['x'] },
    conversation({ external_id: 'a\u202eb' }),
    conversation({ visitor: { user_id: '' } }),
    conversation({ visitor: { display_name: 'Bell \u0007' } }),
    conversation({ messages: [] }),
    conversation({ messages: [said('visitor', 'When?', '2024-05-01T09:00:00')] }),
  ];
  const refused = await importInto(world, lines);
  expect(refused.status).toBe(422);
  expect(refused.data.details).toMatchObject([
    { field: 'conversations.1.messages.0.content' },
    { field: 'conversations.2.messages.0.content' },
    { field: 'conversations.3.messages.0.content', code: 'string_max' },
    { field: 'conversations.4.tags', code: 'unknown_field' },
    { field: 'conversations.5.external_id' },
    { field: 'conversations.6.visitor.user_id' },
    { field: 'conversations.7.visitor.display_name' },
    { field: 'conversations.8.messages', code: 'array_min' },
    { field: 'conversations.9.messages.0.created_at' },
  ]);

  const wrongTimes = await importInto(world, [
    twin,
    conversation({ messages: [said('visitor', 'Later', '2999-01-01T00:00:00Z')] }),
    conversation({ messages: [said('visitor', 'In seconds', '1970-01-20T00:00:00Z')] }),
    conversation({ messages: conversation().messages.toReversed() }),
    twin,
    conversation({ metadata: { external_id: 'mine' } }),
  ]);
  expect(wrongTimes.data.details).toEqual([
    { field: 'conversations.1.messages.0.created_at', code: 'in_the_future' },
    { field: 'conversations.2.messages.0.created_at', code: 'too_early' },
    { field: 'conversations.3.messages.1.created_at', code: 'out_of_order' },
    { field: 'conversations.4.external_id', code: 'duplicate' },
    { field: 'conversations.5.metadata', code: 'forbidden_key' },
  ]);
  const rows = await readSql(
    relay.database,
    `SELECT 1 FROM visitor_sessions WHERE tenant_id = '${world.tenantId}'`,
  );
  expect(rows).toEqual([]);
});

it('refuses a call of very many values, before it names each', async () => {
  const world = await createWorld(relay.url);
  const messages = Array.from({ length: 80_000 }, () => ({}));
  expect(await importInto(world, [{ messages }])).toMatchObject({
    status: 413,
    data: { code: 'payload_too_large' },
  });
});

it('keeps an imported conversation from anyone who signs in as its visitor', async () => {
  const world = await createWorld(relay.url, { widget: { cross_device: true } });
  const { data } = await importInto(world, [
    conversation({ visitor: { user_id: 'u-1' }, messages: [recent()] }),
  ]);
  const conversation_id = data.conversations[0]?.conversation_id;
  const { api } = await addOperator(relay.url, world, 'Ann');
  // A reopened conversation: an identified visitor would join a session that a page created, but not an imported one.
  expect((await api.post('/console/claim/conversation', { conversation_id })).status).toBe(200);
  const visitor = await createVisitor(relay.url, world);
  const identified = await visitor.api.post<{ session_id: string }>('/identify/visitor', {
    user_id: 'u-1',
    user_signature: userSignature(world.tenantSecret, 'u-1'),
  });
  expect(identified.data.session_id).toBe(visitor.sessionId);
});

it('lets a visitor’s message through while imports are written', { timeout: 60_000 }, async () => {
  const world = await createWorld(relay.url, { bot: { kind: 'none' } });
  const visitor = await createVisitor(relay.url, world);
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m0', 'Hello');
  const answered: number[] = [];
  const calls = Array.from({ length: 4 }, (_, n) =>
    importInto(
      world,
      Array.from({ length: 50 }, () => conversation()),
    ).then(() => answered.push(n)),
  );
  await Promise.race(calls);
  await socket.say('m1', 'Is anyone there?');
  expect(answered.length).toBeLessThan(calls.length);
  await Promise.all(calls);
  socket.close();
});

it('imports nothing into a tenant that is being deleted', async () => {
  const world = await createWorld(relay.url);
  const { owner, tenantId } = world;
  await owner.post('/console/delete/tenant', { tenant_id: tenantId, tenant_name: 'Shop' });
  expect(await importInto(world, [conversation()])).toMatchObject({
    status: 409,
    data: { code: 'state_conflict' },
  });
});

function recent(daysAgo = 1) {
  return said('visitor', 'Hello', new Date(relay.now() - daysAgo * DAY).toISOString());
}
