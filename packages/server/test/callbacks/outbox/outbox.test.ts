import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbox } from '../../../src/callbacks/outbox/outbox';
import { isDuplicate } from '../../../src/platform/storage/failures';
import type { Database, Tx } from '../../../src/platform/storage/database';
import {
  createCallbackStage,
  enqueueEvents,
  type CallbackStage,
} from '../../support/callback-stage';
import { openTestDatabase, quietLog } from '../../support/database';

describe('the outbox of callbacks', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let tenantId: string;
  const outbox = createOutbox(quietLog);

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
    stage = createCallbackStage(database);
    tenantId = await stage.addTenant('http://127.0.0.1:9');
  });
  afterAll(async () => {
    await stage.close();
    await closeDatabase();
  });

  it('stores the bytes to send and their hash in the outbox', async () => {
    const [event] = stage.makeEvents(tenantId, stage.newConversationId(), 1, 1);
    if (!event) throw new TypeError('no event');
    await stage.enqueue([event]);
    const [row] = await database.read.rows<{ body: Buffer; body_sha256: string }>(
      'SELECT body, body_sha256 FROM callback_events WHERE event_id = ?',
      [event.eventId],
    );
    expect(row?.body.equals(Buffer.from(JSON.stringify(event.body)))).toBe(true);
    expect(row?.body_sha256).toBe(sha256Hex(JSON.stringify(event.body)));
  });

  it('writes any number of events in two statements', async () => {
    const events = Array.from({ length: 100 }, () =>
      stage.makeEvents(tenantId, stage.newConversationId(), 1, 3),
    ).flat();
    let statements = 0;
    await database.transaction((tx) =>
      enqueueEvents(
        counting(tx, () => statements++),
        outbox,
        events.toReversed().toSorted(bySequence),
      ),
    );
    expect(statements).toBe(2);
    const lanes = await database.read.rows(
      'SELECT 1 FROM callback_lanes WHERE tenant_id = ? AND head = 1 AND tail = 3',
      [tenantId],
    );
    expect(lanes).toHaveLength(100);
  });

  it('writes no event when its transaction fails', async () => {
    const events = stage.makeEvents(tenantId, stage.newConversationId(), 1, 2);
    const before = await countEvents();
    await expect(
      database.transaction(async (tx) => {
        await enqueueEvents(tx, outbox, events);
        throw new TypeError('no');
      }),
    ).rejects.toThrow('no');
    expect(await countEvents()).toBe(before);
  });

  it('refuses a sequence that is taken', async () => {
    const conversationId = stage.newConversationId();
    await stage.enqueue(stage.makeEvents(tenantId, conversationId, 1, 1));
    await expect(stage.enqueue(stage.makeEvents(tenantId, conversationId, 1, 1))).rejects.toSatisfy(
      isDuplicate,
    );
  });

  async function countEvents(): Promise<number> {
    return (await database.read.rows('SELECT 1 FROM callback_events')).length;
  }
});

function bySequence(a: { sequence: number }, b: { sequence: number }): number {
  return a.sequence - b.sequence;
}

function counting(tx: Tx, onStatement: () => void): Tx {
  return {
    ...tx,
    run: (sql, params) => {
      onStatement();
      return tx.run(sql, params);
    },
    insert: (insert) => {
      onStatement();
      return tx.insert(insert);
    },
    rows: (sql, params) => {
      onStatement();
      return tx.rows(sql, params);
    },
  };
}
