import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLBACK_LANES } from '../../../src/callbacks/events/model';
import type { Database } from '../../../src/platform/storage/database';
import { deleteByKey, forUpdate, keyIn, lockByKey } from '../../../src/platform/storage/sql';
import { createCallbackStage, type CallbackStage } from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';

/** The table of lanes is small most of the time, and MariaDB prefers to read small tables whole. */
describe('a transaction that locks lanes by their key', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let tenantId: string;

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
    stage = createCallbackStage(database);
    tenantId = await stage.addTenant('http://127.0.0.1:9');
  });
  afterAll(async () => {
    await stage.close();
    await closeDatabase();
  });

  afterEach(() => database.transaction((tx) => tx.run('DELETE FROM callback_lanes')));

  const WORKS = {
    reads: (keys: string[][]) =>
      database.transaction((tx) =>
        tx.rows(
          `SELECT head FROM callback_lanes${lockByKey(tx.dialect)} WHERE ` +
            `${keyIn(tx.dialect, CALLBACK_LANES.key, keys)}${forUpdate(tx.dialect)}`,
          keys.flat(),
        ),
      ),
    changes: (keys: string[][]) =>
      database.transaction((tx) =>
        tx.run(
          `UPDATE callback_lanes${lockByKey(tx.dialect)} SET tail = tail + 1 WHERE ` +
            keyIn(tx.dialect, CALLBACK_LANES.key, keys),
          keys.flat(),
        ),
      ),
    deletes: (keys: string[][]) =>
      database.transaction((tx) => deleteByKey(tx, CALLBACK_LANES, keys)),
  };

  it.each(['reads', 'changes', 'deletes'] as const)(
    'does not wait for one that holds other lanes when it %s them',
    async (what) => {
      const ids = Array.from({ length: 12 }, () => stage.newConversationId()).toSorted();
      await stage.enqueue(ids.flatMap((id) => stage.makeEvents(tenantId, id, 1, 1)));
      const [first = '', ...others] = ids;
      await database.transaction(async (tx) => {
        await tx.run(
          'UPDATE callback_lanes SET tail = tail + 1 WHERE tenant_id = ? AND conversation_id = ?',
          [tenantId, first],
        );
        // If the transaction had locked these lanes as well, it and this work would wait for each other.
        await WORKS[what](others.slice(1).map((id) => [tenantId, id]));
      });
      const left = await database.read.rows('SELECT 1 FROM callback_lanes');
      expect(left).toHaveLength(what === 'deletes' ? 2 : 12);
    },
  );
});
