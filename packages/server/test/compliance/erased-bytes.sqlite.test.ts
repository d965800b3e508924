import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readSql } from '../support/direct-sql';
import { startRelay, type TestRelay } from '../support/relay';
import { createVisitor, createWorld } from '../support/world';
import { VisitorSocket } from '../support/visitor-socket';
import { createTestDatabase } from '../support/database';
import { createChattyVisitor } from './chatty-visitor';

const WORD = 'unforgettable';
const MARK = `${WORD}-mark`;

let relay: TestRelay;
afterEach(() => relay.stop());

/** How often the mark, or its word in the index, is in the files of the database, deleted or not. */
function occurrences(folder: string): number {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1').split(WORD).length - 1)
    .reduce((sum, count) => sum + count, 0);
}

it('leaves no byte of an erased visitor in the files, while it runs and after it stopped', async () => {
  const database = await createTestDatabase();
  const folder = dirname(database.url.slice('sqlite:'.length));
  relay = await startRelay({ database });
  const world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:8999' });
  const visitor = await createChattyVisitor(relay.url, world, MARK);
  const others: VisitorSocket[] = [];
  for (let n = 0; n < 20; n++) {
    const { token } = await createVisitor(relay.url, world);
    others.push(await VisitorSocket.open(relay.url, token));
  }
  for (let n = 0; n < 15; n++) {
    await visitor.socket.say(`${MARK}-${n}`, `${MARK} number ${n}`);
    await Promise.all(others.map((other) => other.say(`m${n}`, `another message ${n}`)));
  }
  expect(occurrences(folder)).toBeGreaterThan(15);
  const indexed = () =>
    readSql(relay.database, `SELECT 1 FROM search_documents WHERE words LIKE '%${WORD}% 14%'`);
  await expect.poll(indexed, { timeout: 15_000 }).toHaveLength(1);

  const erased = await world.owner.post('/console/erase/visitor', {
    tenant_id: world.tenantId,
    session_id: visitor.sessionId,
  });
  expect(erased.status).toBe(200);
  await expect.poll(() => occurrences(folder), { timeout: 15_000 }).toBe(0);

  await Promise.all(others.map((other) => other.say('after', 'and life continues')));
  for (const other of others) other.close();
  await relay.stop();
  expect(occurrences(folder)).toBe(0);
  relay = { ...relay, stop: database.drop };
});

it('leaves no byte of a message that an admin took out of sight', async () => {
  const database = await createTestDatabase();
  const folder = dirname(database.url.slice('sqlite:'.length));
  relay = await startRelay({ database });
  const world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:8999' });
  const { token } = await createVisitor(relay.url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(relay.url, token);
  for (let n = 0; n < 15; n++) await socket.say(`before-${n}`, `another message ${n}`);
  const { message_id } = await socket.say('secret', `my ${WORD} secret`);
  await socket.say('after', 'and life continues');
  const indexed = () =>
    readSql(
      relay.database,
      `SELECT 1 FROM search_documents WHERE words LIKE '%${WORD}%continues%'`,
    );
  await expect.poll(indexed, { timeout: 15_000 }).toHaveLength(1);
  expect(occurrences(folder)).toBeGreaterThan(3);
  const { conversation } = await socket.next('status');
  const removed = await world.owner.post('/console/remove/message', {
    conversation_id: conversation.conversation_id,
    message_id,
  });
  expect(removed.status).toBe(200);
  await expect.poll(() => occurrences(folder), { timeout: 15_000 }).toBe(0);
  socket.close();
  await relay.stop();
  expect(occurrences(folder)).toBe(0);
  relay = { ...relay, stop: database.drop };
});
