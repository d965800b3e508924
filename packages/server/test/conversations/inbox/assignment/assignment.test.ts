import { beforeEach, describe, expect, it } from 'vitest';
import { createAssignmentTurns } from '../../../../src/conversations/inbox/assignment/turns';
import { newId } from '../../../../src/platform/ids';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { quietLog } from '../../../support/database';
import { useRelay } from '../../../support/relay';
import { VisitorSocket } from '../../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../../support/world';

interface Row {
  conversation_id: string;
  status: string;
  operator_display_name: string | null;
}

const relay = useRelay();
let world: World;

const setUp = (fields: Record<string, unknown> = { assignment: 'capacity' }) =>
  world.owner.post('/console/update/tenant', { tenant_id: world.tenantId, ...fields });
const setPresence = ({ api }: WorldOperator, status: string) =>
  api.post('/console/set/presence', { status });

/** An operator who is online, with room for so many conversations. */
async function onlineOperator(
  name: string,
  more: Record<string, unknown> = {},
): Promise<WorldOperator> {
  const operator = await addOperator(relay.url, world, name, more);
  await setPresence(operator, 'online');
  return operator;
}

/** A visitor of a tenant without a bot, who waits. */
async function waitingVisitor(more: Record<string, unknown> = {}): Promise<VisitorSocket> {
  const { token } = await createVisitor(relay.url, world, more);
  const socket = await VisitorSocket.open(relay.url, token);
  await socket.say(newId(), 'Bonjour');
  return socket;
}

async function rows(): Promise<Row[]> {
  const { data } = await world.owner.get<{ conversations: Row[] }>(
    `/console/fetch/conversations?tenant_id=${world.tenantId}`,
  );
  return data.conversations;
}

/** Names of the operators who have the conversations; `–` for one that waits. */
const holders = async () =>
  (await rows()).map(({ operator_display_name: name }) => name ?? '–').toSorted(byText);
const byText = (one: string, other: string): number => (one < other ? -1 : 1);

beforeEach(async () => {
  world = await createWorld(relay.url, { bot: { kind: 'none' } });
});

describe('assignment by capacity', () => {
  it('is off by default: a conversation waits until someone claims it', async () => {
    await onlineOperator('Ann');
    await waitingVisitor();
    await new Promise((done) => setTimeout(done, 500));
    expect(await holders()).toEqual(['–']);
  });

  it('hands a waiting conversation to the online operator with the most room', async () => {
    await setUp();
    await onlineOperator('Ann', { capacity: 1 });
    await onlineOperator('Bob', { capacity: 3 });
    const cid = await addOperator(relay.url, world, 'Cid', { capacity: 50 });
    await setPresence(cid, 'away');
    const socket = await waitingVisitor();
    await expect.poll(holders).toEqual(['Bob']);
    const status = await socket.next('status', (frame) => frame.conversation.status === 'ASSIGNED');
    expect(status.conversation.operator_display_name).toBe('Bob');
  });

  it('never hands out more than there is room for, and continues when there is room again', async () => {
    await setUp();
    const ann = await onlineOperator('Ann', { capacity: 2 });
    for (let n = 0; n < 4; n++) await waitingVisitor();
    await expect.poll(holders).toEqual(['Ann', 'Ann', '–', '–']);
    await new Promise((done) => setTimeout(done, 300));
    expect((await holders()).filter((name) => name === 'Ann')).toHaveLength(2);
    const [held] = (await rows()).filter(({ status }) => status === 'ASSIGNED');
    await ann.api.post('/console/resolve/conversation', { conversation_id: held?.conversation_id });
    await expect
      .poll(async () => (await rows()).filter(({ status }) => status === 'ASSIGNED').length)
      .toBe(2);
  });

  it('waits for someone to be online', async () => {
    await setUp();
    const ann = await addOperator(relay.url, world, 'Ann');
    await waitingVisitor();
    await new Promise((done) => setTimeout(done, 300));
    expect(await holders()).toEqual(['–']);
    await setPresence(ann, 'online');
    await expect.poll(holders).toEqual(['Ann']);
  });

  it('hands a queue to those who answer it', async () => {
    await setUp();
    await onlineOperator('Lyon', { routing_keys: ['lyon'] });
    await onlineOperator('Paris', { routing_keys: ['paris'], capacity: 50 });
    await waitingVisitor({ routing_key: 'lyon' });
    await expect.poll(holders).toEqual(['Lyon']);
  });

  it('does not hand a conversation back to who has released it', async () => {
    await setUp();
    const ann = await onlineOperator('Ann');
    await waitingVisitor();
    await expect.poll(holders).toEqual(['Ann']);
    const [row] = await rows();
    await ann.api.post('/console/release/conversation', { conversation_id: row?.conversation_id });
    await new Promise((done) => setTimeout(done, 300));
    expect(await holders()).toEqual(['–']);
    await onlineOperator('Bob');
    await expect.poll(holders).toEqual(['Bob']);
  });
});

describe('the turn to hand conversations to an operator', () => {
  it('is one node’s at a time', async () => {
    const ann = await onlineOperator('Ann');
    const database = await openDatabase(relay.database.url, quietLog);
    try {
      const [one, other] = [0, 1].map(() => createAssignmentTurns({ database, clock: Date.now }));
      let isOver = (): void => {};
      const over = new Promise<void>((done) => (isOver = done));
      let hasBegun = false;
      const first = one!.take(ann.operatorId, 0, async () => {
        hasBegun = true;
        await over;
        return true;
      });
      await expect.poll(() => hasBegun).toBe(true);
      expect(await other!.take(ann.operatorId, 0, async () => true)).toBe(false);
      isOver();
      expect(await first).toBe(true);
      expect(await other!.take(ann.operatorId, 0, async () => true)).toBe(true);
    } finally {
      await database.close();
    }
  });
});

describe('targets', () => {
  it('give a waiting conversation the time by which it is due, until it is claimed', async () => {
    await setUp({ targets: { wait_s: 60 } });
    const ann = await addOperator(relay.url, world, 'Ann');
    await waitingVisitor();
    const due = async () => {
      const [row] = (await rows()) as (Row & { due_at: string | null; waiting_since: string })[];
      return row;
    };
    const waiting = await due();
    expect(Date.parse(waiting!.due_at!) - Date.parse(waiting!.waiting_since)).toBe(60_000);
    await ann.api.post('/console/claim/conversation', {
      conversation_id: waiting!.conversation_id,
    });
    expect((await due())!.due_at).toBeNull();
  });

  it('count what was late in reports and metrics', async () => {
    await setUp({ targets: { wait_s: 60, first_answer_s: 600 } });
    const ann = await addOperator(relay.url, world, 'Ann');
    await waitingVisitor();
    const [row] = await rows();
    relay.advance(61_000);
    const { conversation_id } = row!;
    await ann.api.post('/console/claim/conversation', { conversation_id });
    await ann.api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'Bonjour !',
    });
    const { data } = await world.owner.get<{
      totals: { late_waits: number; late_first_answers: number };
    }>(`/console/fetch/reports?tenant_id=${world.tenantId}`);
    expect(data.totals).toMatchObject({ late_waits: 1, late_first_answers: 0 });
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    expect(metrics).toMatch(/relay_targets_missed_total [1-9]/);
  });

  it.each([
    { first_answer_s: 9 },
    { wait_s: 604_801 },
    { wait_s: 1.5 },
    { other_s: 60 },
    { wait_s: '60' },
  ])('refuses %j', async (targets) => {
    expect((await setUp({ targets })).status).toBe(422);
  });

  it('replace each other whole', async () => {
    await setUp({ targets: { first_answer_s: 30, wait_s: 60 } });
    const { data } = await world.owner.post<{ tenant: object }>('/console/update/tenant', {
      tenant_id: world.tenantId,
      targets: { wait_s: 90 },
    });
    expect(data.tenant).toMatchObject({ targets: { first_answer_s: null, wait_s: 90 } });
  });
});
