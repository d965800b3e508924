import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { migrate } from '../../src/platform/storage/schema/migrator';
import { createFolding } from '../../src/reports/folding';
import { readReport } from '../../src/reports/report';
import { addVisitorSession, surroundings, visitorSays } from '../support/conversations';
import { createTestDatabase, quietLog } from '../support/database';
import { openTestJournal } from '../support/journal';

const SESSIONS = 60;
const MESSAGES_EACH = 12;

it.each([
  ['', (database: Database) => database],
  [', on an engine whose SKIP LOCKED locks and skips nothing', withoutSkipLocked],
])(
  'counts each message once while two nodes write, add up and read together%s',
  async (_, engine) => {
    const address = await createTestDatabase();
    const database = await openDatabase(address.url, quietLog);
    const second = await openDatabase(address.url, quietLog);
    onTestFinished(async () => {
      await Promise.all([database.close(), second.close()]);
      await address.drop();
    });
    await migrate(database, quietLog);
    const nodes = [database, second].map((of) => ({
      folding: createFolding({ database: engine(of), clock: systemClock, log: quietLog }),
      journal: openTestJournal({
        database: of,
        clock: systemClock,
      }),
    }));
    const tenantIds = [newId(), newId()];
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, (_, index) =>
        addVisitorSession(database, { tenant_id: tenantIds[index % 2] ?? '' }),
      ),
    );
    const bounds = [Date.now() - 3_600_000, Date.now() + 3_600_000];
    const countAll = async () => (await readReport(database, tenantIds, bounds)).totals;

    let isWriting = true;
    const adding = nodes.map(async ({ folding }) => {
      while (isWriting) await folding.fold();
    });
    const seen: number[] = [];
    const reading = (async () => {
      while (isWriting) seen.push((await countAll()).visitorMessages);
    })();
    await Promise.all(
      sessions.map(async (session, index) => {
        for (let n = 0; n < MESSAGES_EACH; n++) {
          const journal = nodes[(index + n) % 2]?.journal;
          const command = visitorSays('Hello');
          await journal?.submit({ session, command, surroundings: surroundings() });
        }
      }),
    );
    isWriting = false;
    await Promise.all([...adding, reading]);

    const messages = SESSIONS * MESSAGES_EACH;
    expect(await countAll()).toMatchObject({ conversations: SESSIONS, visitorMessages: messages });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b)); // nothing is seen twice, or not at all
    expect(seen.length).toBeGreaterThan(3);
    await nodes[0]?.folding.fold();
    expect(await database.read.rows('SELECT 1 FROM report_entries')).toEqual([]);
    expect(await countAll()).toMatchObject({ conversations: SESSIONS, visitorMessages: messages });
  },
  60_000,
);

function withoutSkipLocked(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          rows: (sql, params) => tx.rows(sql.replace(' FOR UPDATE SKIP LOCKED', ''), params),
        }),
      ),
  };
}
