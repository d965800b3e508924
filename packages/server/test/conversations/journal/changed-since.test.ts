import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConversationStore } from '../../../src/conversations/journal/store';
import { newId } from '../../../src/platform/ids';
import type { Database } from '../../../src/platform/storage/database';
import { createCallbackStage } from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';
import { grow } from '../../support/growth';

const CONVERSATIONS = 450;

let database: Database;
let close: () => Promise<void>;
let tenantIds: string[];

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  const stage = createCallbackStage(database);
  tenantIds = await stage.addTenants(2, 'http://127.0.0.1:9', newId());
  await grow(database, {
    tenantIds,
    operatorIds: [newId()],
    conversations: CONVERSATIONS,
    messagesEach: 2,
    eventsEach: 0,
    laneEvery: 10,
  });
});
afterAll(() => close());

async function read(ids: readonly string[], since: number) {
  const pages: { id: string; at: number }[][] = [];
  for await (const page of createConversationStore(database.read).changedSince(ids, since)) {
    pages.push(
      page.map(({ state }) => ({ id: state.conversationId, at: state.lastMessageAt ?? 0 })),
    );
  }
  return pages;
}

it('gives what changed in small pages, each conversation once', async () => {
  const pages = await read(tenantIds, 0);
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(200);
  const all = pages.flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(CONVERSATIONS);
  expect(all).toHaveLength(CONVERSATIONS);
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a));
});

it('gives nothing older, and nothing of other tenants', async () => {
  const all = (await read(tenantIds, 0)).flat();
  const middle = all[100]?.at ?? 0;
  const later = all.filter(({ at }) => at >= middle).map(({ id }) => id);
  expect((await read(tenantIds, middle)).flat().map(({ id }) => id)).toEqual(later);
  const ofOne = (await read(tenantIds.slice(0, 1), 0)).flat();
  expect(ofOne.length).toBeGreaterThan(0);
  expect(ofOne.length).toBeLessThan(CONVERSATIONS);
  expect(await read([newId()], 0)).toEqual([]);
});
