import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../src/platform/errors';
import type { Database } from '../../src/platform/storage/database';
import { addVisitorSession, surroundings, visitorSays } from '../support/conversations';
import { openTestDatabase } from '../support/database';
import { openTestJournal } from '../support/journal';
import { eraseSessions } from '../support/stored-data';

const SESSIONS = 12;
const ROUNDS = SESSIONS + 1;

let database: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
});
afterEach(() => close());

it('never leaves a message that was being written while its session was erased', async () => {
  // Two journals simulate two nodes: they share nothing but the database.
  const journals = [0, 1].map(() =>
    openTestJournal({
      database,
    }),
  );
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, () => addVisitorSession(database)),
  );
  const erasing: Promise<unknown>[] = [];
  const outcomes: Promise<string>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const session of sessions) {
      for (const journal of journals) {
        outcomes.push(
          journal
            .submit({ session, command: visitorSays('a secret'), surroundings: surroundings() })
            .then(() => 'written')
            .catch((error: unknown) => (error instanceof AppError ? error.code : String(error))),
        );
      }
    }
    const session = sessions[round - 1]; // all have a conversation by then
    if (session) {
      const { tenantId, sessionId } = session;
      erasing.push(
        database.transaction((tx) =>
          eraseSessions(tx, database, { tenantId, sessionIds: [sessionId], now: Date.now() }),
        ),
      );
    }
    await outcomes.at(-1);
  }
  await Promise.all(erasing);
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['written', 'session_expired']));

  for (const [table, column] of [
    ['messages', 'content'],
    ['callback_events', 'body'],
  ] as const) {
    const left = await database.read.rows(`SELECT ${column} FROM ${table} WHERE ${column} <> ''`);
    expect([table, left.length]).toEqual([table, 0]);
  }
  expect(await database.read.rows('SELECT * FROM callback_lanes')).toEqual([]);
  const counted = await database.read.rows<{ last_seq: number; messages: number }>(
    `SELECT last_seq, (SELECT COUNT(*) FROM messages m WHERE m.session_id = c.session_id) AS messages
     FROM conversations c`,
  );
  expect(counted.length).toBe(SESSIONS);
  for (const { last_seq, messages } of counted) expect(messages).toBe(last_seq);
});
