import { beforeAll, describe, expect, it } from 'vitest';
import { readSql } from '../../support/direct-sql';
import { generousMessageLimits } from '../../support/message-limits';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('races over sockets and routes', () => {
  const test = useRelay({
    env: generousMessageLimits,
  });
  let world: World;

  beforeAll(async () => {
    // Nothing listens there: the events wait, and can be counted.
    world = await createWorld(test.url, { callback_url_base: 'http://127.0.0.1:8999' });
  });

  const eventsOf = (conversationId: string) =>
    readSql<{ event: string; sequence: number }>(
      test.database,
      'SELECT event, sequence FROM callback_events WHERE conversation_id = ? ORDER BY sequence',
      [conversationId],
    );

  it('lets one of twenty operators claim a conversation, and tells the others who', async () => {
    const operators: WorldOperator[] = [];
    for (let index = 0; index < 20; index++) {
      operators.push(await addOperator(test.url, world, `Operator ${index}`));
    }
    const { token } = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, token);
    await socket.say('m1', 'Bonjour');
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;

    const answers = await Promise.all(
      operators.map(async (operator) => ({
        operator,
        answer: await operator.api.post<{
          operator_id: string;
          operator_display_name: string;
          claimed_at: string;
        }>('/console/claim/conversation', { conversation_id }),
      })),
    );
    const winners = answers.filter(({ answer }) => answer.status === 200);
    expect(winners).toHaveLength(1);
    const winner = winners[0]?.operator;
    for (const { operator, answer } of answers) {
      if (operator === winner) continue;
      expect(answer.status).toBe(409);
      expect(answer.data).toMatchObject({
        code: 'conversation_already_claimed',
        operator_id: winner?.operatorId,
        operator_display_name: winner?.displayName,
        claimed_at: expect.stringMatching(ISO),
      });
    }
    const events = await eventsOf(conversation_id);
    expect(events.filter(({ event }) => event === 'agent-assigned')).toHaveLength(1);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    const again = await winner?.api.post('/console/claim/conversation', { conversation_id });
    expect(again?.status).toBe(200);
    expect(await eventsOf(conversation_id)).toEqual(events);
    socket.close();
  });

  it('writes one client_msg_id once, sent ten times over two sockets', async () => {
    const { token, api } = await createVisitor(test.url, world, { mode: 'human' });
    const sockets = [
      await VisitorSocket.open(test.url, token),
      await VisitorSocket.open(test.url, token),
    ];
    for (let index = 0; index < 10; index++) {
      sockets[index % 2]?.send({ type: 'msg', client_msg_id: 'once', content: 'Bonjour' });
    }
    const acks = () =>
      sockets.flatMap(({ frames }) => frames.filter((frame) => frame.type === 'ack'));
    await expect.poll(() => acks().length).toBe(10);
    expect(new Set(acks().map(({ message_id }) => message_id)).size).toBe(1);
    expect(new Set(acks().map(({ seq }) => seq)).size).toBe(1);
    expect(acks().filter(({ duplicate }) => duplicate !== true)).toHaveLength(1);

    const { data } = await api.get<{ messages: { client_msg_id?: string }[] }>('/fetch/messages');
    expect(data.messages.filter(({ client_msg_id }) => client_msg_id === 'once')).toHaveLength(1);
    const { conversation } = (await sockets[0]?.next('status')) ?? {};
    const events = await eventsOf(conversation?.conversation_id ?? '');
    expect(events.filter(({ event }) => event === 'message-received')).toHaveLength(1);
    for (const socket of sockets) socket.close();
  });

  it('numbers what twenty senders write at once in one session without gaps', async () => {
    const { token, api } = await createVisitor(test.url, world, { mode: 'human' });
    const tabs = await Promise.all(
      Array.from({ length: 8 }, () => VisitorSocket.open(test.url, token)),
    );
    const acks = await Promise.all(
      Array.from({ length: 20 }, async (_, sender) => {
        const seqs: number[] = [];
        for (let index = 0; index < 10; index++) {
          const ack = await tabs[sender % 8]?.say(`s${sender}-${index}`, `${sender}.${index}`);
          seqs.push(ack?.seq ?? 0);
        }
        return seqs;
      }),
    );
    for (const seqs of acks) expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    const first = await api.get<Page>('/fetch/messages?after_seq=0&limit=200');
    const rest = await api.get<Page>('/fetch/messages?after_seq=200&limit=200');
    const stored = [...first.data.messages, ...rest.data.messages].map(({ seq }) => seq);
    expect(stored.length).toBeGreaterThanOrEqual(200);
    expect(stored).toEqual(stored.map((_, index) => index + 1));
    expect(new Set(acks.flat()).size).toBe(200);
    for (const tab of tabs) {
      await expect
        .poll(() => seenBy(tab).length, { message: 'each tab sees every message' })
        .toBe(stored.length);
      expect(seenBy(tab)).toEqual(stored);
      tab.close();
    }
  });
});

interface Page {
  messages: { seq: number }[];
}

/** Every `seq` that a tab received, in messages and in its own acks, in the order of arrival. */
function seenBy(tab: VisitorSocket): number[] {
  return tab.frames.flatMap((frame) =>
    frame.type === 'msg' || frame.type === 'ack' ? [frame.seq] : [],
  );
}
