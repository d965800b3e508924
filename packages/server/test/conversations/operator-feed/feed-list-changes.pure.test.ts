import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFeedListChanges } from '../../../src/conversations/operator-feed/feed-list-changes';
import type { FeedSocket } from '../../../src/conversations/operator-feed/feed-subscriptions';
import type { ListChange } from '../../../src/conversations/live/list-changes';
import type { InboxScope } from '../../../src/operators/inbox-scope';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WORKSPACE = 'w1';
const replies = (id: string): ListChange => ({
  workspaceId: WORKSPACE,
  accountId: null,
  what: 'canned_replies',
  id,
});

/** Three feeds of two accounts, both members of the workspace. */
function begin() {
  const member = { hasWorkspace: () => true, isAdminOf: () => false } as unknown as InboxScope;
  const sockets = ['ada', 'ada', 'ben'].map(
    (accountId) => ({ app: {}, auth: { credentials: { accountId } } }) as unknown as FeedSocket,
  );
  const written: { socket: FeedSocket; message: object }[] = [];
  const failures: unknown[] = [];
  const refreshScope = vi.fn(async () => member);
  const changes = createFeedListChanges({
    subscriptions: { of: () => sockets, ofAccount: () => [] },
    write: (socket, text) => {
      const { message } = JSON.parse(text) as { message: object };
      written.push({ socket, message });
    },
    refreshScope,
    onFailed: (error) => failures.push(error),
  });
  const to = (index: number) =>
    written.filter(({ socket }) => socket === sockets[index]).map(({ message }) => message);
  return { changes, to, refreshScope, failures };
}

it('names each entry once, and reads what an account may see once for all its sockets', async () => {
  const { changes, to, refreshScope } = begin();
  for (const id of ['a', 'b', 'a']) changes.add(replies(id));
  await vi.advanceTimersByTimeAsync(100);
  const expected = ['a', 'b'].map((id) => ({ type: 'changed', what: 'canned_replies', id }));
  expect([to(0), to(1), to(2)]).toEqual([expected, expected, expected]);
  expect(refreshScope).toHaveBeenCalledTimes(2);
});

it('names no entry where many have changed at once', async () => {
  const { changes, to } = begin();
  for (let n = 0; n < 10_000; n++) changes.add(replies(`r${n}`));
  await vi.advanceTimersByTimeAsync(100);
  expect(to(0)).toEqual([{ type: 'changed', what: 'canned_replies' }]);
});

it('continues after rights could not be read', async () => {
  const { changes, to, refreshScope, failures } = begin();
  refreshScope.mockRejectedValueOnce(new Error('down'));
  changes.add(replies('a'));
  await vi.advanceTimersByTimeAsync(100);
  expect(failures).toHaveLength(1);
  changes.add(replies('b'));
  await vi.advanceTimersByTimeAsync(100);
  expect(to(0)).toEqual([{ type: 'changed', what: 'canned_replies', id: 'b' }]);
});
