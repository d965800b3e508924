import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '../../../src/platform/ids';
import { listCallbacks, type CallbackRow } from '../../../src/callbacks/console/log';
import { callbackWithBodyView } from '../../../src/callbacks/console/view';
import { newId } from '../../../src/platform/ids';
import type { Database } from '../../../src/platform/storage/database';
import { insertRows } from '../../../src/platform/storage/sql';
import { openTestDatabase } from '../../support/database';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const TENANT = newId();
const OTHER_TENANT = newId();
const CONVERSATIONS = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
/** Valid JSON that would change if the relay parsed and printed it. */
const odd = (sequence: number) =>
  `{"event":"message-received", "sequence":${sequence}, "é":"\\u00e9\\/", "b":1.0, "2":"", "1":""}`;

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  const row = (tenantId: string, conversationId: string, sequence: number) => {
    // Two of a conversation in each millisecond, their ids in any order.
    const createdAt = START + Math.floor(sequence / 2);
    const body = Buffer.from(odd(sequence));
    return {
      tenant_id: tenantId,
      conversation_id: conversationId,
      sequence,
      event_id:
        firstIdAt(createdAt).slice(0, 14) + `7${randomHex(3)}-8${randomHex(3)}-${randomHex(12)}`,
      event: sequence === 1 ? 'conversation-started' : 'message-received',
      body,
      body_sha256: sha256Hex(body),
      state: 'delivered',
      attempts: 1,
      last_timestamp: createdAt,
      created_at: createdAt,
    };
  };
  const rows = [TENANT, OTHER_TENANT].flatMap((tenantId) =>
    CONVERSATIONS.flatMap((conversationId) =>
      Array.from({ length: 200 }, (_, index) => row(tenantId, conversationId, index + 1)),
    ),
  );
  await database.transaction((tx) =>
    insertRows(tx, { name: 'callback_events', columns: Object.keys(rows[0]!) }, rows),
  );
});
afterAll(() => close());

function randomHex(digits: number): string {
  return randomBytes(digits).toString('hex').slice(0, digits);
}

const query = { tenant_id: TENANT, limit: 7, order: 'asc' as const, bodies: true };

async function readAll(more: object = {}): Promise<CallbackRow[]> {
  const rows: CallbackRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await listCallbacks(database.read, {
      ...query,
      ...more,
      ...(cursor !== null && { cursor }),
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

describe('the log from its oldest callback on', () => {
  it('lists each callback of the tenant once and none of another', async () => {
    const rows = await readAll();
    expect(rows).toHaveLength(600);
    expect(new Set(rows.map(({ event_id }) => event_id)).size).toBe(600);
    expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([TENANT]));
    const times = rows.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('lists the callbacks of a conversation in order, except within a millisecond', async () => {
    const rows = await readAll({ conversation_id: CONVERSATIONS[0] });
    const sequences = rows.map(({ sequence }) => sequence);
    for (const [index, sequence] of sequences.entries()) {
      expect(Math.abs(sequence - (index + 1))).toBeLessThanOrEqual(1);
    }
  });

  it('lists callbacks from a time on and from a cursor in both directions', async () => {
    const since = new Date(START + 90).toISOString();
    const rows = await readAll({ since });
    expect(rows).toHaveLength(CONVERSATIONS.length * 21);
    const newestFirst = await readAll({ since, order: 'desc' });
    const idsOf = (some: CallbackRow[]) => some.map(({ event_id }) => event_id).sort();
    expect(idsOf(newestFirst)).toEqual(idsOf(rows));
    expect(newestFirst[0]?.created_at).toBe(START + 100);
  });

  it('shows the very bytes of a callback', async () => {
    const [first] = await readAll({ conversation_id: CONVERSATIONS[1] });
    if (!first) throw new Error('no row');
    const { body_text: text, sequence } = callbackWithBodyView(first);
    expect(text).toBe(odd(sequence));
  });
});
