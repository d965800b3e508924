import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../../src/conversations/journal/history';
import {
  createConversationStore,
  type ConversationStore,
} from '../../../src/conversations/journal/store';
import { addVisitorSession, surroundings, visitorSays } from '../../support/conversations';
import type { SessionKey } from '../../../src/visitors/session';
import { openTestDatabase } from '../../support/database';
import { openTestJournal } from '../../support/journal';

let store: ConversationStore;
let session: SessionKey;
let close: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTestDatabase();
  const { database } = opened;
  close = opened.close;
  store = createConversationStore(database.read);
  const journal = openTestJournal({
    database,
  });
  session = await addVisitorSession(database);
  const neighbour = await addVisitorSession(database);
  for (const written of [session, neighbour]) {
    for (let n = 1; n <= 10; n++) {
      await journal.submit({
        session: written,
        command: visitorSays(`message ${n}`),
        surroundings: surroundings(),
      });
    }
  }
});
afterAll(() => close());

describe('a page of history', () => {
  it.each([
    ['the last ones', { limit: 3 }, [8, 9, 10], true],
    ['all, when they fit exactly', { limit: 10 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], false],
    ['those before one', { before_seq: 5, limit: 3 }, [2, 3, 4], true],
    ['those before one, up to the first', { before_seq: 4, limit: 3 }, [1, 2, 3], false],
    ['nothing before the first', { before_seq: 1, limit: 3 }, [], false],
    ['those after one', { after_seq: 4, limit: 3 }, [5, 6, 7], true],
    ['those after one, up to the last', { after_seq: 7, limit: 3 }, [8, 9, 10], false],
    ['nothing after the last', { after_seq: 10, limit: 3 }, [], false],
  ] as const)('reads a page of history: %s', async (_name, query, seqs, hasMore) => {
    const page = await readHistory(store, session, query);
    expect(page.messages.map(({ seq }) => seq)).toEqual([...seqs]);
    expect(page).toMatchObject({ has_more: hasMore, last_seq: 10 });
  });

  it('reads an empty page of a session without messages', async () => {
    const unknown = { ...session, sessionId: 'vs_unknown' };
    expect(await readHistory(store, unknown, { limit: 3 })).toEqual({
      messages: [],
      has_more: false,
      last_seq: 0,
    });
  });
});
