import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findCandidates } from '../../src/conversations/inbox/assignment/candidates';
import { createOperatorActivity } from '../../src/operators/activity';
import {
  createOperatorPresence,
  type OperatorPresence,
  type PresenceChange,
} from '../../src/operators/presence';
import { silentSince } from '../../src/operators/effective-presence';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { quietLog } from '../support/database';
import { useRelay } from '../support/relay';
import { addOperator, createWorld, type World } from '../support/world';

const AWAY_MS = 60_000;
const UNKNOWN = '01890000-0000-7000-8000-000000000000';

let now = Date.now();
const relay = useRelay({ clock: () => now });
let database: Database;
let presence: OperatorPresence;
let world: World;
let operatorId: string;
let accountId: string;

const deps = () => ({ database, clock: () => now, awayAfterMs: AWAY_MS, log: quietLog });

beforeAll(async () => {
  database = await openDatabase(relay.database.url, quietLog);
});
afterAll(() => database.close());
beforeEach(async () => {
  presence = createOperatorPresence(deps());
  world = await createWorld(relay.url);
  const operator = await addOperator(relay.url, world, 'Camille');
  ({ operatorId } = operator);
  const { data } = await relay.get('/console/fetch/account', { token: operator.token });
  accountId = data['account'].account_id;
});

it('reports a change of presence and makes the tenant available', async () => {
  expect(await presence.isAnyAvailable(world.tenantId)).toBe(false);
  const changes: PresenceChange[] = [];
  presence.onPresence((change) => changes.push(change));
  const operators = await presence.set(accountId, 'online');
  expect(operators.map((operator) => operator.presenceSet)).toEqual(['online']);
  expect(changes).toEqual([{ operatorId, workspaceId: world.workspaceId, status: 'online' }]);
  expect(await presence.isAnyAvailable(world.tenantId)).toBe(true);
  await presence.set(accountId, 'away');
  expect(await presence.isAnyAvailable(world.tenantId)).toBe(false);
});

describe('who is there', () => {
  /** Asks every part of the relay that depends on presence whether the operator is there. */
  async function readers() {
    const { tenantId, workspaceId } = world;
    const [operator] = await presence.ofWorkspaces([workspaceId]);
    const candidates = await findCandidates(database.read, tenantId, silentSince(now, AWAY_MS));
    return {
      shown: operator?.status,
      isListed: (await presence.online(tenantId)).length === 1,
      isAvailable: await presence.isAnyAvailable(tenantId),
      isCandidate: candidates.length === 1,
    };
  }
  const there = { shown: 'online', isListed: true, isAvailable: true, isCandidate: true };
  const gone = { isListed: false, isAvailable: false, isCandidate: false };

  it('is the same for every reader, to the millisecond', async () => {
    expect(await readers()).toEqual({ ...gone, shown: 'offline' });
    await presence.set(accountId, 'online');
    expect(await readers()).toEqual(there);
    now += AWAY_MS - 1;
    expect(await readers()).toEqual(there);
    now += 1;
    expect(await readers()).toEqual({ ...gone, shown: 'absent' });
    await createOperatorActivity(deps()).touch(accountId);
    presence.invalidate([world.tenantId]);
    expect(await readers()).toEqual(there);
    await presence.set(accountId, 'away');
    expect(await readers()).toEqual({ ...gone, shown: 'away' });
  });
});

describe('the activity of an operator', () => {
  const seen = async () => (await presence.lastSeen([operatorId, UNKNOWN])).get(operatorId);

  it('is stored at once, then every few seconds, and at last when it ends', async () => {
    const activity = createOperatorActivity(deps());
    const first = (now += 1_000);
    await activity.touch(accountId);
    expect(await seen()).toBe(first);
    const last = (now += 2_000);
    await activity.touch(accountId);
    expect(await seen()).toBe(first);
    activity.start();
    try {
      now += AWAY_MS / 10;
      await expect.poll(seen, { timeout: 3_000, interval: 20 }).toBe(last);
    } finally {
      await activity.stop();
    }
  });

  it('is not lost when the node stops', async () => {
    const activity = createOperatorActivity(deps());
    await activity.touch(accountId);
    now += 1_000;
    await activity.touch(accountId);
    await activity.stop();
    expect(await seen()).toBe(now);
  });

  it('of another node that is later stays', async () => {
    const [one, other] = [createOperatorActivity(deps()), createOperatorActivity(deps())];
    await one.touch(accountId);
    now += 1_000;
    await one.touch(accountId);
    now += 1_000;
    await other.touch(accountId);
    await one.stop();
    expect(await seen()).toBe(now);
  });
});
