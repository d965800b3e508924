import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createOperatorPresence,
  type OperatorPresence,
  type PresenceChange,
} from '../../src/operators/presence';
import { openDatabase, type Database } from '../../src/platform/storage/database';
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

beforeAll(async () => {
  database = await openDatabase(relay.database.url, quietLog);
});
afterAll(() => database.close());
beforeEach(async () => {
  presence = createOperatorPresence({
    database,
    clock: () => now,
    awayAfterMs: AWAY_MS,
    log: quietLog,
  });
  world = await createWorld(relay.url);
  const operator = await addOperator(relay.url, world, 'Camille');
  ({ operatorId } = operator);
  const { data } = await relay.get('/console/fetch/account', { token: operator.token });
  accountId = data['account'].account_id;
});

const isAvailable = () => presence.isAnyAvailable(world.tenantId, now);

it('reports a change of presence and makes the tenant available', async () => {
  expect(await isAvailable()).toBe(false);
  const changes: PresenceChange[] = [];
  presence.onPresence((change) => changes.push(change));
  const operators = await presence.set(accountId, 'online');
  expect(operators.map((operator) => operator.presence)).toEqual(['online']);
  expect(changes).toEqual([{ operatorId, workspaceId: world.workspaceId, status: 'online' }]);
  expect(await isAvailable()).toBe(true);
  await presence.set(accountId, 'away');
  expect(await isAvailable()).toBe(false);
});

it('does not count a silent operator as available until they are seen again', async () => {
  await presence.set(accountId, 'online');
  now += AWAY_MS;
  expect(await isAvailable()).toBe(false);
  // A sign may have come that is written down with the next one only.
  expect(await presence.silentSince([operatorId], now - AWAY_MS + 1)).toEqual([]);
  now += AWAY_MS / 10;
  expect(await presence.silentSince([operatorId], now - AWAY_MS + 1)).toEqual([operatorId]);

  await presence.touch(accountId);
  await expect.poll(isAvailable).toBe(true);
  expect(await presence.silentSince([operatorId], now - AWAY_MS + 1)).toEqual([]);
});

it('reports a removed operator as silent', async () => {
  expect(await presence.silentSince([operatorId, UNKNOWN], 0)).toEqual([UNKNOWN]);
});
