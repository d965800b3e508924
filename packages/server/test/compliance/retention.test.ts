import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/platform/clock';
import { AppError } from '../../src/platform/errors';
import { newId } from '../../src/platform/ids';
import { createBudgets } from '../../src/platform/storage/budgets';
import type { Database } from '../../src/platform/storage/database';
import type { SqlValue } from '../../src/platform/storage/table';
import { createCallbackStage } from '../support/callback-stage';
import { addVisitorSession, ann, surroundings, visitorSays } from '../support/conversations';
import { openTestDatabase } from '../support/database';
import { grow } from '../support/growth';
import { recordStatements } from '../support/query-plans';
import { openTestJournal } from '../support/journal';
import { createRetention } from '../support/stored-data';

const never = () => false;
const KEPT_DAYS = 10;

let database: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ database, close } = await openTestDatabase());
});
afterEach(() => close());

const run = (sql: string, params: readonly SqlValue[] = []): Promise<number> =>
  database.transaction((tx) => tx.run(sql, params));

async function count(from: string, params: readonly SqlValue[] = []): Promise<number> {
  const [row] = await database.read.rows<{ n: number }>(
    `SELECT COUNT(*) AS n FROM ${from}`,
    params,
  );
  return Number(row?.n);
}

/** Two tenants with conversations of the last 20 days; the first keeps them for ten. */
async function addTenants(conversations = 400): Promise<[keeping: string, other: string]> {
  const stage = createCallbackStage(database);
  const tenantIds = await stage.addTenants(2, 'http://127.0.0.1:9');
  await grow(database, {
    tenantIds,
    operatorIds: [newId()],
    conversations,
    messagesEach: 7,
    eventsEach: 2,
    laneEvery: 10,
  });
  const [keeping = '', other = ''] = tenantIds;
  await keepFor(keeping, KEPT_DAYS);
  return [keeping, other];
}

const keepFor = (tenantId: string, days: number | null) =>
  run('UPDATE tenants SET retention_days = ? WHERE tenant_id = ?', [days, tenantId]);

interface Sweeps {
  sweep(isStopped?: () => boolean): Promise<number>;
  deleted: Record<string, number>;
  closed: string[];
}

function retention(on = database, clock = Date.now): Sweeps {
  const deleted: Record<string, number> = {};
  const closed: string[] = [];
  // Moves the clock past the claim of the previous sweep, so that each sweep may begin.
  let ahead = 0;
  const later = () => clock() + ahead;
  const sweep = createRetention({
    database: on,
    clock: later,
    budgets: createBudgets({ database: on, clock: later }),
    hub: {
      publish: (notice) => void (notice.kind === 'session-over' && closed.push(notice.sessionId)),
    },
    onDeleted: (table, rows) => (deleted[table] = (deleted[table] ?? 0) + rows),
  });
  return {
    deleted,
    closed,
    sweep: (isStopped = never) => {
      ahead += MINUTE;
      return sweep(isStopped);
    },
  };
}

const OLD = 'tenant_id = ? AND started_at < ?';
const TABLES = ['messages', 'conversations', 'visitor_sessions', 'tickets', 'callback_events'];

const rowsOf = async (tenantId: string) =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => [table, await count(`${table} WHERE tenant_id = ?`, [tenantId])]),
    ),
  );

it('deletes the conversations whose last message is older than their tenant keeps, and no others', async () => {
  const [keeping, other] = await addTenants();
  const before = await rowsOf(other);
  const started = Date.now() - KEPT_DAYS * DAY;
  const old = await count(`conversations WHERE ${OLD}`, [keeping, started]);
  const all = await count('conversations WHERE tenant_id = ?', [keeping]);
  expect(old).toBeGreaterThan(100);
  const { sweep, deleted } = retention();
  expect(await sweep()).toBe(old);
  expect(await rowsOf(other)).toEqual(before);
  expect(await rowsOf(keeping)).toMatchObject({
    conversations: all - old,
    visitor_sessions: all - old,
    messages: 7 * (all - old),
  });
  expect(deleted).toMatchObject({ conversations: old, visitor_sessions: old, messages: 7 * old });
  for (const from of [
    'removed_conversations',
    'tickets t WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = t.conversation_id)',
    'conversation_tags t WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = t.conversation_id)',
    'callback_lanes l WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.conversation_id = l.conversation_id)',
  ]) {
    expect([from, await count(from)]).toEqual([from, 0]);
  }
});

it('keeps settled callbacks of a deleted conversation, and drops those that wait', async () => {
  const [keeping] = await addTenants();
  const orphans = (state: string) =>
    count(
      `callback_events e WHERE e.tenant_id = ? AND state = ? AND NOT EXISTS (
         SELECT 1 FROM conversations c WHERE c.conversation_id = e.conversation_id)`,
      [keeping, state],
    );
  const waiting = await count("callback_events WHERE tenant_id = ? AND state = 'pending'", [
    keeping,
  ]);
  await retention().sweep();
  expect(await orphans('delivered')).toBeGreaterThan(100);
  expect(await orphans('pending')).toBe(0);
  const left = await count("callback_events WHERE tenant_id = ? AND state = 'pending'", [keeping]);
  expect([left < waiting, left > 0]).toEqual([true, true]);
  expect(
    await count(
      `callback_attempts a WHERE NOT EXISTS (SELECT 1 FROM callback_events e
         WHERE e.conversation_id = a.conversation_id AND e.sequence = a.sequence)`,
    ),
  ).toBe(0);
});

it('counts from the last message of a person or the bot, not from a line of the system', async () => {
  const [keeping] = await addTenants(40);
  const day = (n: number) => Date.now() - n * DAY;
  await run(
    `UPDATE conversations SET started_at = ?, last_message_at = ?, last_said_at = ? WHERE tenant_id = ?`,
    [day(20), day(1), day(11), keeping],
  );
  const [young] = await database.read.rows<{ id: string }>(
    'SELECT conversation_id AS id FROM conversations WHERE tenant_id = ?',
    [keeping],
  );
  await run('UPDATE conversations SET last_said_at = ? WHERE conversation_id = ?', [
    day(9),
    young?.id ?? '',
  ]);
  await retention().sweep();
  const left = await database.read.rows<{ id: string }>(
    'SELECT conversation_id AS id FROM conversations WHERE tenant_id = ?',
    [keeping],
  );
  expect(left).toEqual([young]);
});

it('looks at no conversation again before its last message is old', async () => {
  const [keeping] = await addTenants();
  await run('UPDATE conversations SET last_said_at = ? WHERE tenant_id = ?', [Date.now(), keeping]);
  const { recorded, takePlans } = recordStatements(database);
  const { sweep } = retention(recorded);
  expect(await sweep()).toBe(0);
  expect((await takePlans()).length).toBeGreaterThan(3);
  expect(await sweep()).toBe(0);
  const idle = await takePlans();
  expect(idle).toHaveLength(1);
  expect(idle[0]?.indexes).toEqual(
    expect.arrayContaining(['tenants_retention', 'visitor_sessions_age']),
  );
  expect(await retention(database, () => Date.now() + 11 * DAY).sweep()).toBeGreaterThan(100);
});

it('is one statement for any number of tenants with nothing to delete', async () => {
  const stage = createCallbackStage(database);
  const tenantIds = await stage.addTenants(300, null);
  await run('UPDATE tenants SET retention_days = 30');
  for (const tenantId of tenantIds.slice(0, 20)) {
    await addVisitorSession(database, { tenant_id: tenantId, kept_from: Date.now() });
  }
  const { recorded, takePlans } = recordStatements(database);
  expect(await retention(recorded).sweep()).toBe(0);
  expect(await takePlans()).toHaveLength(1);
});

it('is done by one of two nodes', async () => {
  await addTenants();
  const [one, other] = [retention(), retention()];
  const done = await Promise.all([one.sweep(), other.sweep()]);
  expect(done.filter((removed) => removed === 0)).toHaveLength(1);
  expect(await other.sweep()).toBe(0);
});

it('continues where it was stopped', async () => {
  const [keeping] = await addTenants();
  let asked = 0;
  await retention().sweep(() => ++asked > 4);
  expect(await count('removed_conversations')).toBeGreaterThan(0);
  expect(await count('messages WHERE tenant_id = ?', [keeping])).toBeGreaterThan(0);
  await retention(database, () => Date.now() + MINUTE).sweep();
  expect(await count('removed_conversations')).toBe(0);
  expect(
    await count(
      'messages m WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.session_id = m.session_id)',
    ),
  ).toBe(0);
});

it('never deletes a conversation that gets a message at the same moment', async () => {
  const SESSIONS = 120;
  const AT_ONCE = 3;
  const [tenantId = ''] = await createCallbackStage(database).addTenants(1, null);
  const journals = [0, 1].map(() =>
    openTestJournal({
      database,
    }),
  );
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, () => addVisitorSession(database, { tenant_id: tenantId })),
  );
  const say = (n: number, content: string) =>
    journals[n % 2]!.submit({
      session: sessions[n]!,
      command: visitorSays(content),
      surroundings: surroundings(),
    });
  await Promise.all(sessions.map((_, n) => say(n, 'long ago')));
  await run('UPDATE conversations SET started_at = 1, last_said_at = 1, last_message_at = 1');
  await keepFor(tenantId, KEPT_DAYS);

  const { sweep } = retention();
  const sweeping = sweep();
  const outcomes: string[] = [];
  for (let n = 0; n < SESSIONS; n += AT_ONCE) {
    const some = sessions.slice(n, n + AT_ONCE).map((_, index) =>
      say(n + index, 'news').then(
        () => 'written',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      ),
    );
    outcomes.push(...(await Promise.all(some)));
  }
  await sweeping;
  await sweep();
  expect(new Set(outcomes)).toEqual(new Set(['written', 'session_expired']));
  const written = outcomes.filter((outcome) => outcome === 'written').length;
  expect(await count('conversations')).toBe(written);
  expect(await count("messages WHERE content = 'news'")).toBe(written);
  expect(await count("messages WHERE content = 'long ago'")).toBe(written);
  expect(await count('visitor_sessions')).toBe(written);
});

it('closes the page of a deleted session, and answers its operator that there is none', async () => {
  const [tenantId = ''] = await createCallbackStage(database).addTenants(1, null);
  const session = await addVisitorSession(database, { tenant_id: tenantId });
  const journal = openTestJournal({
    database,
  });
  const surrounding = { session, surroundings: surroundings() };
  await journal.submit({ ...surrounding, command: visitorSays('hello') });
  await keepFor(tenantId, 1);
  const { sweep, closed } = retention(database, () => Date.now() + 2 * DAY);
  expect(await sweep()).toBe(1);
  expect(closed).toEqual([session.sessionId]);
  const codeOf = (command: Parameters<typeof journal.submit>[0]['command']) =>
    journal.submit({ ...surrounding, command }).catch((error: AppError) => error.code);
  expect(await codeOf(visitorSays('hello?'))).toBe('session_expired');
  expect(await codeOf({ type: 'claim', operator: ann })).toBe('not_found');
});
