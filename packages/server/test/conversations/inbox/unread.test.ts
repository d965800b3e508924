import { beforeEach, describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

const relay = useRelay();
let world: World;
let ana: WorldOperator;
let ben: WorldOperator;
let visitor: VisitorSocket;
let conversationId: string;
/** The `seq` of each message of the visitor. */
let said: number[];
let sent = 0;

beforeEach(async () => {
  world = await createWorld(relay.url, { bot: { kind: 'none' } });
  ana = await addOperator(relay.url, world, 'Ana');
  ben = await addOperator(relay.url, world, 'Ben');
  const { token } = await createVisitor(relay.url, world);
  visitor = await VisitorSocket.open(relay.url, token);
  said = [];
  for (let i = 0; i < 8; i++) await say();
  const { data } = await ana.api.get<{ conversations: { conversation_id: string }[] }>(
    '/console/fetch/conversations',
  );
  conversationId = data.conversations[0]?.conversation_id ?? '';
  return () => visitor.ws.close();
});

async function say(): Promise<void> {
  const { seq } = await visitor.say(`m${++sent}`, `message ${sent}`);
  said.push(seq);
}

interface Read {
  unread: number;
  agent_read_seq: number;
}

async function read({ api }: WorldOperator, seq: number): Promise<Read> {
  const body = { conversation_id: conversationId, seq };
  const { data } = await api.post<{ conversation: Read }>('/console/read/conversation', body);
  return data.conversation;
}

async function stored(): Promise<Read> {
  const { data } = await ana.api.get<{ conversation: Read }>(
    `/console/fetch/conversation?conversation_id=${conversationId}`,
  );
  return data.conversation;
}

const after = (seq: number) => said.filter((one) => one > seq).length;

describe('what operators have not read', () => {
  it('is not changed by a read of less than another operator has read', async () => {
    expect((await read(ana, said[4]!)).unread).toBe(3);
    expect(await read(ben, said[1]!)).toMatchObject({ unread: 3, agent_read_seq: said[4] });
    await say();
    expect((await read(ben, said[2]!)).unread).toBe(4);
  });

  it('is right after reads at once, with a message in between', async () => {
    for (let round = 0; round < 5; round++) {
      // Both operators read, each up to another message.
      const [less = 0, more = 0] = said.slice(-after((await stored()).agent_read_seq)).slice(1);
      await Promise.all([read(ana, less), read(ben, more), say(), read(ana, more), say()]);
      expect(await stored()).toMatchObject({ unread: after(more), agent_read_seq: more });
    }
  });

  it('counts a message that was written while the operator read everything', async () => {
    for (let round = 0; round < 6; round++) {
      await Promise.all([read(ana, 9_999), say(), read(ben, 9_999)]);
      const { unread, agent_read_seq } = await stored();
      expect([round, unread]).toEqual([round, after(agent_read_seq)]);
    }
  });

  it('is nothing after an answer, whichever read comes late', async () => {
    await ana.api.post('/console/claim/conversation', { conversation_id: conversationId });
    const answer = { conversation_id: conversationId, client_msg_id: 'a1', content: 'Oui' };
    await Promise.all([ana.api.post('/console/send/message', answer), read(ben, said[3]!)]);
    expect((await stored()).unread).toBe(0);
    await say();
    expect((await read(ben, said[5]!)).unread).toBe(1);
  });
});
