import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeskState } from '@chat-relay/desk/state';
import { createLeaving } from '../../src/inbox/model/leaving';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {}); // Node has no page that is left
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps those whose visitors wrote meanwhile, and not those that the resolve itself adds a line to', async () => {
  const seqs: Record<string, number> = { quiet: 4, written: 7 };
  const rows = {
    get: (id: string) => ({ row: { last_seq: seqs[id] } }),
  } as unknown as DeskState['rows'];
  const leaving = createLeaving({ state: () => ({ rows }) as DeskState });
  const left = leaving.start(['quiet', 'written'], async (ids) => {
    for (const id of ids) seqs[id]! += 1;
    return ids;
  });
  seqs['written']! += 1;
  await vi.runAllTimersAsync();
  expect(await left).toEqual({ kind: 'left', result: ['quiet'], writtenIds: ['written'] });
});
