import { expect, it } from 'vitest';
import {
  createFeedSubscriptions,
  type FeedSocket,
} from '../../../src/conversations/operator-feed/feed-subscriptions';

const allow = (): Promise<undefined> => Promise.resolve(undefined);
const socketThat = (isOpen: boolean): FeedSocket => ({
  app: {},
  auth: { credentials: null },
  isOpen: () => isOpen,
  disconnect: () => Promise.resolve(),
});

it('refuses a 201st subscription of a feed, also while all are being checked', async () => {
  const subscriptions = createFeedSubscriptions();
  const socket = socketThat(true);
  const added = await Promise.allSettled(
    Array.from({ length: 201 }, (_, index) => subscriptions.add(socket, `/inbox/${index}`, allow)),
  );
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
  expect(added[200]).toMatchObject({ reason: { output: { statusCode: 429 } } });
  expect([...subscriptions.of('/inbox/200')]).toEqual([]);
  subscriptions.remove(socket, '/inbox/0');
  await subscriptions.add(socket, '/inbox/200', allow);
  expect([...subscriptions.of('/inbox/200')]).toEqual([socket]);
});

it('keeps nothing of a subscription that was refused, or whose feed has closed meanwhile', async () => {
  const subscriptions = createFeedSubscriptions();
  const refused = subscriptions.add(socketThat(true), '/inbox/1', () =>
    Promise.reject(new Error()),
  );
  await expect(refused).rejects.toThrow();
  await expect(subscriptions.add(socketThat(false), '/inbox/1', allow)).rejects.toThrow('closed');
  expect(subscriptions.has('/inbox/1')).toBe(false);
});

it('ends a subscription once, also one that was refused while it began', async () => {
  const subscriptions = createFeedSubscriptions();
  let ended = 0;
  const begin = async () => () => void ended++;
  const socket = socketThat(true);
  await subscriptions.add(socket, '/conversations/1', begin);
  expect(ended).toBe(0);
  subscriptions.remove(socket, '/conversations/1');
  expect(ended).toBe(1);
  const closed = subscriptions.add(socketThat(false), '/conversations/1', begin);
  await expect(closed).rejects.toThrow('closed');
  expect(ended).toBe(2);
});

it('subscribes a feed once to a path that it asks for twice at once', async () => {
  const subscriptions = createFeedSubscriptions();
  const socket = socketThat(true);
  const added = await Promise.allSettled([
    subscriptions.add(socket, '/inbox/1', allow),
    subscriptions.add(socket, '/inbox/1', allow),
  ]);
  expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  subscriptions.remove(socket, '/inbox/1');
  expect(subscriptions.has('/inbox/1')).toBe(false);
});
