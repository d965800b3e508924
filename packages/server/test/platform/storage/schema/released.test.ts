import { readFileSync, writeFileSync } from 'node:fs';
import { sha256Hex } from '@chat-relay/receiver-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConversationStore } from '../../../../src/conversations/journal/store';
import type { Database } from '../../../../src/platform/storage/database';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { createTypes } from '../../../../src/platform/storage/schema/column-types';
import { MIGRATIONS } from '../../../../src/platform/storage/schema/migrations';
import { migrate } from '../../../../src/platform/storage/schema/migrator';
import {
  createTestDatabase,
  openTestDatabase,
  quietLog,
  type TestDatabaseAddress,
} from '../../../support/database';
import { dump, fixtureOf, restore } from '../../../support/dump';
import { startRelay } from '../../../support/relay';
import { schemaOf } from '../../../support/schema';
import { VisitorSocket } from '../../../support/visitor-socket';
import { addOperator, createVisitor, createWorld } from '../../../support/world';

/** The sha256 of each migration's statements, of SQLite and then of MySQL. */
const RELEASED: Record<string, string> = {
  '0001-first-release': '6d7ece5e6abb3b0fbabc673c33427975dce685593de4457f8112d407c24ab8b4',
};

/** Releases with a fixture of each database, and the last commit before them. Each release writes its own fixture. */
const FIXTURES = ['before-0.2.0', '0.2.0'];

it('never changes a released migration', () => {
  const checksums = MIGRATIONS.map(({ name, up }) => {
    const statements = [...up(createTypes('sqlite')), ...up(createTypes('mysql'))];
    return [name, sha256Hex(Buffer.from(statements.join('\n')))];
  });
  expect(Object.fromEntries(checksums)).toEqual(RELEASED);
});

const DIALECT = process.env['TEST_DATABASE'] === 'mysql' ? 'mysql' : 'sqlite';
const HELLO = 'Où est mon colis ? It’s "late".';

/**
 * Run with `WRITE_FIXTURE=0.2.0`, this file dumps the database of a relay of this version as that release's fixture.
 */
const release = process.env['WRITE_FIXTURE'];
if (release !== undefined) {
  it('writes the fixture of this release', async () => {
    const test = await startRelay();
    const world = await createWorld(test.url, { callback_url_base: 'https://shop.example/hooks' });
    const operator = await addOperator(test.url, world, 'Ann');
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m-1', HELLO);
    const { conversation } = await socket.next('status');
    await operator.api.post('/console/claim/conversation', {
      conversation_id: conversation.conversation_id,
    });
    socket.ws.terminate();
    const database = await openDatabase(test.database.url, quietLog);
    writeFileSync(fixtureOf(release, DIALECT), await dump(database));
    await database.close();
    await test.stop();
  });
}

describe.each(FIXTURES)('a database of %s', (name) => {
  async function openReleased(): Promise<{ database: Database; address: TestDatabaseAddress }> {
    const address = await createTestDatabase();
    const database = await openDatabase(address.url, quietLog);
    onTestFinished(async () => {
      await database.close();
      await address.drop();
    });
    await restore(database, readFileSync(fixtureOf(name, DIALECT), 'utf8'));
    return { database, address };
  }

  it('upgrades a released database to the schema of a new one, and keeps its rows', async () => {
    const { database } = await openReleased();
    await migrate(database, quietLog);

    const fresh = await openTestDatabase();
    onTestFinished(fresh.close);
    expect(await schemaOf(database)).toEqual(await schemaOf(fresh.database));

    const store = createConversationStore(database.read);
    const tenants = await database.read.rows<{ id: string }>('SELECT tenant_id AS id FROM tenants');
    const [found] = await store.list({ tenantIds: tenants.map(({ id }) => id), limit: 2 });
    expect(found?.state).toMatchObject({ status: 'ASSIGNED', operator: { displayName: 'Ann' } });
    const messages = await store.messages(found!.session, { limit: 10 });
    expect(messages.map(({ content }) => content)).toContain(HELLO);
  });

  it('serves a released database', async () => {
    const { address } = await openReleased();
    const test = await startRelay({ database: address });
    onTestFinished(test.stop);
    expect((await fetch(`${test.url}/readyz`)).status).toBe(200);
  });
});
