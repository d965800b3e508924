import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readSql } from '../support/direct-sql';
import { startTestMariaDb } from '../support/mariadb-server';
import { startRelay, type TestRelay } from '../support/relay';
import { rowsWith } from '../support/stored-text';
import { createWorld, type World } from '../support/world';
import { createChattyVisitor } from './chatty-visitor';

const WORD = 'unforgettable';
const MESSAGES = 15;
const WORDS_EACH = 10;
const OPERATIONS = fileURLToPath(new URL('../../../../docs/OPERATIONS.md', import.meta.url));
/** The visitor's words in the tables of the search. */
const INDEXED = `SELECT term AS words FROM search_terms WHERE term LIKE '${WORD}%'
  UNION ALL SELECT words FROM search_documents WHERE words LIKE '%${WORD}%'`;

/** A visitor whose words are in the messages and in the search. */
async function createIndexedVisitor(relay: TestRelay, world: World) {
  const visitor = await createChattyVisitor(relay.url, world, `${WORD}-mark`);
  for (let n = 0; n < MESSAGES; n++) {
    const words = Array.from({ length: WORDS_EACH }, (_, index) => `${WORD}${n}x${index}`);
    await visitor.socket.say(`m${n}`, words.join(' '));
  }
  const indexed = async () => (await readSql(relay.database, INDEXED)).length;
  await expect.poll(indexed, { timeout: 20_000 }).toBeGreaterThan(MESSAGES * WORDS_EACH);
  return visitor;
}

async function erase(world: World, sessionId: string): Promise<void> {
  const body = { tenant_id: world.tenantId, session_id: sessionId };
  const erased = await world.owner.post('/console/erase/visitor', body);
  expect(erased.status).toBe(200);
}

it(
  'leaves no word of an erased visitor in a row of the search or of any other table',
  { timeout: 60_000 },
  async () => {
    const relay = await startRelay();
    onTestFinished(() => relay.stop());
    const world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:8999' });
    const { sessionId } = await createIndexedVisitor(relay, world);

    await erase(world, sessionId);
    expect(await readSql(relay.database, INDEXED)).toEqual([]);
    expect(await rowsWith(relay.database, WORD)).toEqual([]);
  },
);

it(
  'leaves no byte of them in a file of a table after the documented OPTIMIZE TABLE',
  { timeout: 120_000 },
  async () => {
    // Changed pages are written to the files at once.
    const options = ['--log-bin=binary-log', '--server-id=1', '--innodb-max-dirty-pages-pct=0'];
    const mariadb = await startTestMariaDb(options);
    onTestFinished(() => mariadb.stop());
    const relay = await startRelay({ database: { url: mariadb.url, drop: async () => undefined } });
    onTestFinished(() => relay.stop());
    const select = async (statement: string): Promise<string> => {
      const [rows] = await mariadb.root.query(statement);
      return (rows as { Value: string }[])[0]?.Value ?? '';
    };
    const folder = await select('SELECT @@datadir AS Value');
    const dirtyPages = () => select("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'");
    const filesWithWord = async (): Promise<string[]> => {
      await expect.poll(dirtyPages, { timeout: 20_000 }).toBe('0');
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) =>
          /\.ibd$|^ibdata|^ib_logfile|^undo|^binary-log\.\d/.test(name) &&
          readFileSync(join(folder, name), 'latin1').includes(WORD),
      );
    };
    const world = await createWorld(relay.url, { callback_url_base: 'http://127.0.0.1:8999' });
    const { sessionId } = await createIndexedVisitor(relay, world);
    const written = ['messages', 'search_documents', 'search_terms', 'visitor_sessions'];
    expect(await filesWithWord()).toEqual(
      expect.arrayContaining(written.map((name) => `relay/${name}.ibd`)),
    );

    await erase(world, sessionId);
    await mariadb.root.query('USE relay');
    const [statement = ''] = /OPTIMIZE TABLE [^;]+/.exec(readFileSync(OPERATIONS, 'utf8')) ?? [];
    await mariadb.root.query(statement);
    const left = await filesWithWord();
    expect(left.filter((name) => name.endsWith('.ibd'))).toEqual([]);
    expect(left, 'the binary log still has the statements').toContain('binary-log.000001');

    await mariadb.root.query('FLUSH BINARY LOGS');
    const purge = async (): Promise<string[]> => {
      await mariadb.root.query("PURGE BINARY LOGS TO 'binary-log.000002'");
      return (await filesWithWord()).filter((name) => name.startsWith('binary-log'));
    };
    await expect.poll(purge, { timeout: 20_000 }).toEqual([]);
  },
);
