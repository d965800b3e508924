import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startAutoRelease } from '../../../src/conversations/inbox/auto-release';
import { createConversationStore } from '../../../src/conversations/journal/store';
import { createLog } from '../../../src/platform/log';
import type { Database } from '../../../src/platform/storage/database';
import type { SessionKey } from '../../../src/visitors/session';
import type { Tenant } from '../../../src/tenants/tenant';
import {
  addVisitorSession,
  ann,
  asOperator,
  surroundings,
  visitorSays,
} from '../../support/conversations';
import { openTestDatabase } from '../../support/database';
import { openTestJournal } from '../../support/journal';

let database: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
});
afterEach(() => close());

it('releases an operator’s other conversations when another node has released one first', async () => {
  // Two journals on one database stand for two nodes.
  const [own, other] = [openJournal(), openJournal()];
  const store = createConversationStore(database.read);
  const sessions: SessionKey[] = [];
  for (let n = 0; n < 3; n++) {
    const session = await addVisitorSession(database);
    for (const command of [visitorSays('Bonjour'), { type: 'claim', operator: ann } as const]) {
      await own.submit({ session, command, surroundings: surroundings() });
    }
    sessions.push(session);
  }

  const lines: { level: number }[] = [];
  const log = createLog(
    { level: 'debug', isReadable: false },
    { write: (line) => lines.push(JSON.parse(line) as { level: number }) },
  );
  let isFirst = true;
  const stop = startAutoRelease({
    clock: Date.now,
    log,
    store,
    journal: own,
    awayReleaseMs: 20,
    presence: { lastSeen: async () => new Map() },
    hub: { publish: () => undefined },
    directory: { find: async () => ({}) as Tenant }, // handed on to `surroundingsOf` alone
    surroundingsOf: async () => {
      if (isFirst) {
        isFirst = false;
        const [{ session } = { session: null }] = await store.assignedTo(ann.operatorId);
        await other.submit({
          session: session!,
          command: { type: 'release', actor: asOperator(ann) },
          surroundings: surroundings(),
        });
        // Stops after this round: conversations that it does not release stay assigned.
        stop();
      }
      return surroundings();
    },
  });
  onTestFinished(stop);

  const statuses = () =>
    Promise.all(sessions.map(async (session) => (await store.ofSession(session))?.status));
  await expect.poll(statuses).toEqual(['WAITING', 'WAITING', 'WAITING']);
  const DEBUG = 20;
  await expect.poll(() => lines.map(({ level }) => level)).toEqual([DEBUG]);
});

function openJournal() {
  return openTestJournal({
    database,
  });
}
