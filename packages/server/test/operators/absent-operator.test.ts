import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids';
import { FeedClient } from '../support/feed-client';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../support/world';

const AWAY_MS = 300_000;

const relay = useRelay();
let world: World;
/** Set to online, but closed the laptop. */
let ben: WorldOperator;
/** Set to online and connected. */
let ana: WorldOperator;
/** Has never set a presence. */
let cleo: WorldOperator;

interface Shown {
  operator_id: string;
  presence: string;
  presence_since: string;
  presence_set: string;
}

const setPresence = ({ api }: WorldOperator, status: string) =>
  api.post('/console/set/presence', { status });

async function shown({ operatorId }: WorldOperator): Promise<Shown | undefined> {
  const { data } = await world.owner.get<{ operators: Shown[] }>(
    `/console/fetch/operators?workspace_id=${world.workspaceId}`,
  );
  return data.operators.find((one) => one.operator_id === operatorId);
}

/** Time passes; only Ana is seen again. */
async function pass(ms: number): Promise<void> {
  relay.advance(ms);
  await ana.api.get('/console/fetch/account');
}

async function heldBy({ api }: WorldOperator) {
  const { token } = await createVisitor(relay.url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(relay.url, token);
  await socket.say(newId(), 'Bonjour');
  const { conversation } = await socket.next('status');
  socket.close();
  const { conversation_id } = conversation;
  const { waiting_since: place } = await rowOf(conversation_id);
  const claimed = await api.post('/console/claim/conversation', { conversation_id });
  expect(claimed.status).toBe(200);
  return { conversation_id, place };
}

async function rowOf(conversation_id: string) {
  const { data } = await ana.api.get<{
    conversation: { status: string; operator_id: string | null; waiting_since: string | null };
  }>(`/console/fetch/conversation?conversation_id=${conversation_id}`);
  return data.conversation;
}

/** Waits for a round of the automatic release. */
const isReleased = ({ conversation_id }: { conversation_id: string }) =>
  expect
    .poll(async () => (await rowOf(conversation_id)).status, { timeout: 5_000 })
    .toBe('WAITING');

beforeAll(async () => {
  world = await createWorld(relay.url);
  [ana, ben, cleo] = await Promise.all([
    addOperator(relay.url, world, 'Ana'),
    addOperator(relay.url, world, 'Ben'),
    addOperator(relay.url, world, 'Cleo'),
  ]);
});
beforeEach(async () => {
  for (const one of [ana, ben]) await setPresence(one, 'online');
});

describe('an operator who is online and silent', () => {
  it('is shown as absent since they were last seen, and as online again when they are back', async () => {
    const online = await shown(ben);
    expect(online).toMatchObject({ presence: 'online', presence_set: 'online' });
    await pass(AWAY_MS - 5_000);
    expect(await shown(ben)).toEqual(online);
    await pass(5_000);
    const absent = await shown(ben);
    expect(absent).toMatchObject({ presence: 'absent', presence_set: 'online' });
    expect(Math.abs(Date.parse(absent!.presence_since) - (relay.now() - AWAY_MS))).toBeLessThan(
      5_000,
    );
    await ben.api.get('/console/fetch/account');
    const back = await shown(ben);
    expect(back).toMatchObject({ presence: 'online', presence_set: 'online' });
    expect(relay.now() - Date.parse(back!.presence_since)).toBeLessThan(5_000);
  });

  it('keeps the time of a presence that is set once more', async () => {
    const before = await shown(ben);
    relay.advance(1_000);
    await setPresence(ben, 'online');
    expect(await shown(ben)).toEqual(before);
    await setPresence(ben, 'away');
    const away = await shown(ben);
    expect(away).toMatchObject({ presence: 'away', presence_set: 'away' });
    expect(Date.parse(away!.presence_since)).toBeGreaterThan(Date.parse(before!.presence_since));
    await pass(AWAY_MS);
    expect(await shown(ben)).toEqual(away);
  });

  it('is counted as absent in the summary of the queue', async () => {
    const operators = async () => {
      const { data } = await world.owner.get<{ operators: object }>(
        `/console/fetch/queue-summary?workspace_id=${world.workspaceId}`,
      );
      return data.operators;
    };
    expect(await operators()).toEqual({ online: 2, absent: 0, away: 0 });
    await pass(AWAY_MS);
    expect(await operators()).toEqual({ online: 1, absent: 1, away: 0 });
  });

  it('is told to colleagues within five seconds, and their return too', async () => {
    const feed = await FeedClient.open(relay.url, ana.token, [`/inbox/${world.workspaceId}`]);
    await pass(AWAY_MS);
    const ofBen = () => feed.updates.filter((one) => one['operator_id'] === ben.operatorId);
    const update = { type: 'presence', operator_id: ben.operatorId };
    const within = { timeout: 5_000, interval: 20 };
    await expect.poll(ofBen, within).toEqual([{ ...update, status: 'absent' }]);
    await ben.api.get('/console/fetch/account');
    await expect
      .poll(ofBen, within)
      .toEqual(['absent', 'online'].map((status) => ({ ...update, status })));
    await feed.close();
  });
});

describe('a transfer', () => {
  const transfer = (conversation_id: string, to: WorldOperator, more: object = {}) =>
    ana.api.post<Record<string, unknown>>('/console/transfer/conversation', {
      conversation_id,
      operator_id: to.operatorId,
      ...more,
    });

  it.each(['absent', 'away', 'offline'])(
    'to someone %s is refused with who is there',
    async (presence) => {
      const { conversation_id } = await heldBy(ana);
      if (presence === 'absent') await pass(AWAY_MS);
      else await setPresence(ben, presence);
      const { status, data } = await transfer(conversation_id, ben);
      expect(status).toBe(409);
      expect(data).toMatchObject({
        code: 'operator_not_available',
        available: [{ operator_id: ana.operatorId, display_name: 'Ana' }],
      });
      expect((await rowOf(conversation_id)).operator_id).toBe(ana.operatorId);
    },
  );

  it('without rights is refused for that, not with who is there', async () => {
    const { conversation_id } = await heldBy(ana);
    const answer = await ben.api.post<{ code: string }>('/console/transfer/conversation', {
      conversation_id,
      operator_id: cleo.operatorId,
    });
    expect(answer.data.code).toBe('not_assignee');
  });

  it('that is forced keeps its receiver for a whole term, then goes back to its place, and tells who made it', async () => {
    const { conversation_id, place } = await heldBy(ana);
    await pass(20_000);
    // A conversation of an operator who falls silent. Its release shows that the relay has checked all of them.
    const witness = await heldBy(cleo);
    await pass(AWAY_MS - 1_000);
    const feed = await FeedClient.open(relay.url, ana.token, [`/inbox/${world.workspaceId}`]);
    expect((await transfer(conversation_id, ben, { force: true })).status).toBe(200);
    await pass(1_000);
    await isReleased(witness);
    expect((await rowOf(conversation_id)).operator_id).toBe(ben.operatorId);

    await pass(AWAY_MS);
    expect(await feed.next(({ type }) => type === 'transfer_returned')).toEqual({
      type: 'transfer_returned',
      conversation_id,
      operator_id: ben.operatorId,
      operator_display_name: 'Ben',
    });
    expect(await rowOf(conversation_id)).toMatchObject({
      status: 'WAITING',
      operator_id: null,
      waiting_since: place,
    });
    await feed.close();
  });

  it('to someone who comes in time stays theirs', async () => {
    const { conversation_id } = await heldBy(ana);
    await pass(AWAY_MS);
    await transfer(conversation_id, ben, { force: true });
    await pass(AWAY_MS - 1_000);
    await ben.api.get('/console/fetch/account');
    const witness = await heldBy(cleo);
    relay.advance(AWAY_MS - 1_000);
    await Promise.all([ana, ben].map(({ api }) => api.get('/console/fetch/account')));
    relay.advance(1_000);
    await isReleased(witness);
    expect((await rowOf(conversation_id)).operator_id).toBe(ben.operatorId);
  });
});
