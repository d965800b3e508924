import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock';
import { newId } from '../../src/platform/ids';
import { createBudgets } from '../../src/platform/storage/budgets';
import { SQLITE, type Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { quietLog } from '../support/database';
import { grow } from '../support/growth';
import { generousMessageLimits } from '../support/message-limits';
import { startRelay, type TestRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';
import { createRetention } from '../support/stored-data';

const OLD = 1_000;
const CHATTING = 4;

let relay: TestRelay;
let world: World;
/** Simulates another node, which deletes old conversations. */
let other: Database;

beforeEach(async () => {
  relay = await startRelay({ env: generousMessageLimits });
  world = await createWorld(relay.url, { bot: { kind: 'none' }, retention: { messages_days: 30 } });
  other = await openDatabase(relay.database.url, quietLog);
});
afterEach(async () => {
  await other.close();
  await relay.stop();
});

const sweep = (clock = Date.now): Promise<number> =>
  createRetention({
    database: other,
    clock,
    budgets: createBudgets({ database: other, clock }),
    hub: { publish: () => undefined },
    onDeleted: () => undefined,
  })(() => false);

const count = async (from: string): Promise<number> => {
  const [row] = await other.read.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`);
  return Number(row?.n);
};

it('deletes a thousand old conversations while visitors chat, and touches none of theirs', async () => {
  await grow(other, {
    tenantIds: [world.tenantId],
    operatorIds: [newId()],
    conversations: OLD,
    messagesEach: 3,
    eventsEach: 1,
    laneEvery: 100,
  });
  await other.transaction((tx) =>
    tx.run('UPDATE conversations SET started_at = started_at - ?', [40 * DAY]),
  );
  const sockets: VisitorSocket[] = [];
  for (let n = 0; n < CHATTING; n++) {
    const { token } = await createVisitor(relay.url, world);
    sockets.push(await VisitorSocket.open(relay.url, token));
  }
  let isOver = false;
  const deleting = sweep().finally(() => (isOver = true));
  let said = 0;
  while (!isOver || said === 0) {
    const id = `m${said++}`;
    await Promise.all(sockets.map((socket) => socket.say(id, 'where is my order?')));
  }
  expect(await deleting).toBe(OLD);
  expect(await count('conversations')).toBe(CHATTING);
  expect(await count('visitor_sessions')).toBe(CHATTING);
  expect(await count("messages WHERE sender = 'visitor'")).toBe(CHATTING * said);
  expect(await count('removed_conversations')).toBe(0);
  for (const socket of sockets) socket.close();
}, 60_000);

it('answers the visitor of a deleted conversation as one whose session has ended', async () => {
  const [deleted, ended] = [
    await createVisitor(relay.url, world),
    await createVisitor(relay.url, world),
  ];
  for (const { token } of [deleted, ended]) {
    const socket = await VisitorSocket.open(relay.url, token);
    await socket.say('m1', 'hello');
    socket.close();
  }
  await relay.post('/end/visitor-session', {}, { token: ended.token });
  await other.transaction((tx) =>
    tx.run('UPDATE conversations SET last_said_at = 1 WHERE session_id = ?', [deleted.sessionId]),
  );
  await other.transaction((tx) => tx.run('UPDATE visitor_sessions SET kept_from = 1'));
  expect(await sweep()).toBe(1);
  const answers = async ({ token }: { token: string }) => {
    const refreshed = await relay.post('/refresh/visitor-token', {}, { token });
    const { code } = await new VisitorSocket(relay.url, token).closed;
    return [refreshed.status, refreshed.data['code'], code];
  };
  expect(await answers(deleted)).toEqual(await answers(ended));
  expect((await answers(deleted))[2]).toBe(4404);
});

it('leaves no byte of a deleted conversation in the files of an embedded database', async () => {
  const { url } = relay.database;
  if (!url.startsWith(SQLITE)) return;
  const folder = dirname(url.slice(SQLITE.length));
  const occurrences = () =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((file) => existsSync(file))
      .reduce(
        (sum, file) => sum + readFileSync(file, 'latin1').split('unforgettable').length - 1,
        0,
      );
  const { token } = await createVisitor(relay.url, world);
  const socket = await VisitorSocket.open(relay.url, token);
  for (let n = 0; n < 5; n++) await socket.say(`m${n}`, `unforgettable ${n}`);
  socket.close();
  expect(occurrences()).toBeGreaterThan(4);
  expect(await sweep(() => Date.now() + 31 * DAY)).toBe(1);
  await expect.poll(occurrences, { timeout: 15_000 }).toBe(0);
});
