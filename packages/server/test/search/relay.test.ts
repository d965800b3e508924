import { userSignature } from '@chat-relay/receiver-sdk';
import { expect, it } from 'vitest';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../support/world';

const relay = useRelay();

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

it('refuses a query of one character, and one of more than 64', async () => {
  const world = await createWorld(relay.url);
  const { api } = await addOperator(relay.url, world, 'Ann');
  for (const q of ['a', 'a'.repeat(65)]) {
    const { status } = await api.get(`/console/fetch/conversations?q=${q}`);
    expect([q.length, status]).toEqual([q.length, 422]);
  }
});
