import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiOf } from '../support/api';
import { createTestDatabase, type TestDatabaseAddress } from '../support/database';
import { FeedClient } from '../support/feed-client';
import { startRelay, type TestRelay } from '../support/relay';
import { addOperator, createWorld, type World, type WorldOperator } from '../support/world';

const AWAY_MS = 300_000;
const WITHIN = { timeout: 5_000, interval: 20 };

let aheadMs = 0;
let database: TestDatabaseAddress;
let a: TestRelay;
let b: TestRelay;
let world: World;
let ben: WorldOperator;

beforeAll(async () => {
  database = await createTestDatabase();
  const startedAt = Date.now();
  const clock = () => startedAt + aheadMs;
  // No notice reaches the other node.
  const node = () => startRelay({ database, clock, env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  [a, b] = [await node(), await node()];
  world = await createWorld(a.url);
  ben = await addOperator(a.url, world, 'Ben');
});
afterAll(async () => {
  await Promise.all([a.stop(), b.stop()]);
  await database.drop();
});

it('shows on every node, also without Redis, what an operator sets, their absence and their return', async () => {
  const feed = await FeedClient.open(a.url, world.ownerToken, [`/inbox/${world.workspaceId}`]);
  const onB = apiOf(b.url, ben.token);
  const told = () =>
    feed.updates.filter(({ type }) => type === 'presence').map((update) => update['status']);
  await onB.post('/console/set/presence', { status: 'online' });
  await expect.poll(told, WITHIN).toEqual(['online']);
  aheadMs += AWAY_MS;
  await expect.poll(told, WITHIN).toEqual(['online', 'absent']);
  await onB.get('/console/fetch/account');
  await expect.poll(told, WITHIN).toEqual(['online', 'absent', 'online']);
  await feed.close();
});

it('keeps the last sign of an operator whose node stops', async () => {
  await apiOf(b.url, ben.token).get('/console/fetch/account');
  aheadMs += 5_000;
  await apiOf(b.url, ben.token).get('/console/fetch/account'); // not stored yet
  await b.stop();
  aheadMs += AWAY_MS - 1_000;
  const { data } = await world.owner.get<{ operators: { presence: string }[] }>(
    `/console/fetch/operators?workspace_id=${world.workspaceId}`,
  );
  expect(data.operators.map(({ presence }) => presence)).toEqual(['online']);
});
