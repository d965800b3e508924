import { beforeAll, describe, expect, it } from 'vitest';
import { newObjectId } from '../../../../src/platform/ids';
import type { Api } from '../../../support/api';
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
  status: string;
  operator_id: string | null;
  owner_epoch: number;
  last_seq: number;
  tags: string[];
}
interface Result {
  conversation_id: string;
  conversation?: Row;
  error?: { code: string; message: string; operator_display_name?: string };
}

const test = useRelay();
let world: World;
let foreign: World;
let ana: WorldOperator;
let ben: WorldOperator;

beforeAll(async () => {
  world = await createWorld(test.url, { bot: { kind: 'none' } });
  foreign = await createWorld(test.url, { bot: { kind: 'none' } });
  ana = await addOperator(test.url, world, 'Ana');
  ben = await addOperator(test.url, world, 'Ben');
});

async function waiting(of = world): Promise<string> {
  const visitor = await createVisitor(test.url, of, { mode: 'human' });
  const socket = await VisitorSocket.open(test.url, visitor.token);
  await socket.say('m1', 'Where is my parcel?');
  const { conversation } = await socket.next('status');
  socket.close();
  return conversation.conversation_id;
}
async function claimed(by: WorldOperator): Promise<string> {
  const id = await waiting();
  await by.api.post('/console/claim/conversation', { conversation_id: id });
  return id;
}
const update = (api: Api, conversation_ids: string[], action: object) =>
  api.post<{ results: Result[]; code: string }>('/console/update/conversations', {
    conversation_ids,
    action,
  });
const outcomes = async (api: Api, ids: string[], action: object) =>
  (await update(api, ids, action)).data.results.map(
    ({ conversation, error }) => error?.code ?? conversation?.status,
  );

describe('an update of many conversations', () => {
  it('resolves each that it may, and says of each other why not, in their order', async () => {
    const ids = [
      await claimed(ana),
      await claimed(ben),
      await waiting(),
      await waiting(foreign),
      newObjectId(Date.now()),
      await claimed(ana),
    ];
    const { status, data } = await update(ana.api, ids, { type: 'resolve' });
    expect(status).toBe(200);
    expect(data.results.map((one) => one.conversation_id)).toEqual(ids);
    const codes = data.results.map((one) => one.error?.code ?? one.conversation?.status);
    const others = ['not_assignee', 'not_assignee', 'not_found', 'not_found'];
    expect(codes).toEqual(['RESOLVED', ...others, 'RESOLVED']);
    // Repeating the call changes nothing.
    const again = await update(ana.api, ids, { type: 'resolve' });
    expect(again.data).toEqual(data);
  });

  it('claims each once, and names the colleague who was faster', async () => {
    const ids = [await waiting(), await claimed(ben)];
    const { data } = await update(ana.api, ids, { type: 'claim' });
    expect(data.results).toMatchObject([
      { conversation: { status: 'ASSIGNED', operator_id: ana.operatorId } },
      { error: { code: 'conversation_already_claimed', operator_display_name: 'Ben' } },
    ]);
    expect((await update(ana.api, ids, { type: 'claim' })).data).toEqual(data);
  });

  it('is decided once for each conversation when two send it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => waiting()));
    const [ofAna, ofBen] = await Promise.all([
      outcomes(ana.api, ids, { type: 'claim' }),
      outcomes(ben.api, ids.toReversed(), { type: 'claim' }),
    ]);
    const won = (codes: unknown[]) => codes.filter((code) => code === 'ASSIGNED').length;
    expect(won(ofAna) + won(ofBen)).toBe(ids.length);
  });

  it('transfers to a colleague who is there, or by force', async () => {
    const ids = [await claimed(ana), await claimed(ben)];
    const transfer = { type: 'transfer', operator_id: ben.operatorId };
    await ben.api.post('/console/set/presence', { status: 'offline' });
    expect(await outcomes(ana.api, ids, transfer)).toEqual([
      'operator_not_available',
      'not_assignee',
    ]);
    const { data } = await update(world.owner, ids, { ...transfer, force: true });
    const given = { conversation: { status: 'ASSIGNED', operator_id: ben.operatorId } };
    expect(data.results).toMatchObject([given, given]);
  });

  it('adds tags to those that each has, up to ten', async () => {
    const [some, full] = [await waiting(), await waiting()];
    const have = (conversation_id: string, tags: string[]) =>
      ana.api.post('/console/update/conversation', { conversation_id, tags });
    await have(some, ['Parcel']);
    await have(
      full,
      Array.from({ length: 10 }, (_, n) => `${n}`),
    );
    const add = { type: 'tag', tags: ['parcel', 'VIP'] };
    const { data } = await update(ana.api, [some, full], add);
    expect(data.results).toMatchObject([
      { conversation: { tags: ['Parcel', 'VIP'] } },
      { error: { code: 'state_conflict' } },
    ]);
    expect((await update(ana.api, [some, full], add)).data).toEqual(data);
    // The owner is no operator here.
    expect(await outcomes(world.owner, [some], add)).toEqual(['insufficient_role']);
  });

  it.each([
    ['no conversation', [], { type: 'resolve' }],
    ['more than 100', Array.from({ length: 101 }, (_, n) => newObjectId(n)), { type: 'resolve' }],
    ['one twice', Array<string>(2).fill(newObjectId(1)), { type: 'resolve' }],
    ['an unknown action', [newObjectId(1)], { type: 'erase' }],
    ['a field of another action', [newObjectId(1)], { type: 'resolve', tags: ['a'] }],
    ['a transfer to no one', [newObjectId(1)], { type: 'transfer' }],
    ['no tags', [newObjectId(1)], { type: 'tag', tags: [] }],
  ])('refuses %s', async (_name, ids, action) => {
    const { status, data } = await update(ana.api, ids, action);
    expect([status, data.code]).toEqual([422, 'invalid_request']);
  });
});
