import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConnection } from 'mysql2';
import { createLog } from '../../src/platform/log';
import type { Database } from '../../src/platform/storage/database';
import { openDatabase } from '../../src/platform/storage/open-database';
import { setUpSession } from '../../src/platform/storage/mysql/session';
import { mysqlSql, type Sql } from '../../src/platform/storage/sql';
import { quietLog } from '../support/database';
import { readSql } from '../support/direct-sql';
import { startTestMariaDb, type TestMariaDb } from '../support/mariadb-server';
import { startRelay, type TestRelay } from '../support/relay';
import { startRewritingProxy } from '../support/rewriting-proxy';

/**
 * Settings that an administrator may have made for all sessions. Each would change what the relay's statements mean.
 */
const ODD_SETTINGS: Record<string, string> = {
  time_zone: "'-11:30'",
  tx_isolation: "'READ-UNCOMMITTED'",
  tx_read_only: '1',
  autocommit: '0',
  completion_type: "'RELEASE'",
  sql_auto_is_null: '1',
  sql_safe_updates: '1',
  sql_select_limit: '0',
  max_join_size: '1',
  sql_big_selects: '0',
  sql_if_exists: '1',
  foreign_key_checks: '0',
  unique_checks: '0',
  check_constraint_checks: '0',
  div_precision_increment: '0',
  group_concat_max_len: '4',
  max_sort_length: '64',
  old_mode: "'ZERO_DATE_TIME_CAST,NO_DUP_KEY_WARNINGS_WITH_IGNORE'",
  innodb_strict_mode: '0',
  innodb_lock_wait_timeout: '1',
  max_statement_time: '0.5',
  idle_transaction_timeout: '1',
  alter_algorithm: "'INSTANT'",
  explicit_defaults_for_timestamp: '0',
  character_set_server: 'latin1',
  collation_server: 'latin1_swedish_ci',
  init_connect:
    "'SET NAMES latin1, sql_mode = ''NO_BACKSLASH_ESCAPES'', autocommit = 0; START TRANSACTION'",
};
/** Ends its string, and runs SQL, where a backslash is an ordinary character. */
const HOSTILE = "a' OR sleep(3),1,1,1)#";
const TEXTS = [
  HOSTILE,
  "\\' OR 1=1 -- ",
  '\\',
  '\\\\n"`\'',
  '',
  ' trailing ',
  'é ß 漢字 😀 \u{10ffff}',
  '\0\n\u001a',
];

let mariaDb: TestMariaDb;
beforeAll(async () => {
  mariaDb = await startTestMariaDb(['--skip-character-set-client-handshake']);
  await mariaDb.root.query(
    `CREATE TABLE relay.texts (id INT PRIMARY KEY, text VARCHAR(100) NOT NULL, code CHAR(8) NOT NULL DEFAULT '')
     ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`,
  );
}, 60_000);
afterAll(() => mariaDb?.stop());

/** Sets variables for all new sessions, until the work is done. */
async function withGlobals<T>(
  settings: Record<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  for (const [name, value] of Object.entries(settings)) {
    await mariaDb.root.query(`SET GLOBAL ${name} = ${value}`);
  }
  try {
    return await work();
  } finally {
    for (const name of Object.keys(settings)) {
      const normal =
        name === 'init_connect' ? "''" : name.endsWith('_server') ? initial(name) : 'DEFAULT';
      await mariaDb.root.query(`SET GLOBAL ${name} = ${normal}`);
    }
  }
}
const initial = (name: string) =>
  name === 'character_set_server' ? 'utf8mb4' : 'utf8mb4_general_ci';

const readBy = async (sql: Sql): Promise<unknown[]> => [
  await sql.rows('SELECT text, code FROM texts ORDER BY id'),
  await sql.rows('SELECT id FROM texts WHERE text IN (?, ?, ?) ORDER BY id', TEXTS.slice(0, 3)),
  await sql.rows(
    `SELECT NOT 1 BETWEEN -5 AND 5 AS negation, '1' || '0' AS either, LENGTH(?) AS bytes, ? = 'A' AS isFolded,
       1 / 3 AS third, GROUP_CONCAT(text ORDER BY id) AS texts, COUNT(*) AS count FROM texts`,
    ['é', 'a'],
  ),
  await sql.rows('SELECT @@SESSION.sql_mode AS mode, @@SESSION.tx_isolation AS isolation'),
  await sql.rows('SELECT @@SESSION.time_zone AS zone, @@SESSION.collation_connection AS bin'),
];

/** Stores texts, reads them over each of the relay's pools, and reads the settings of the sessions. */
async function observe(database: Database): Promise<unknown> {
  const { read, slowRead } = database;
  const write = <T>(work: (sql: Sql) => Promise<T>) => database.transaction(work);
  await write((tx) => tx.run('DELETE FROM texts'));
  await write((tx) =>
    tx.insert({
      into: 'INSERT INTO texts (id, text)',
      columns: 2,
      values: TEXTS.flatMap((text, id) => [id, text]),
    }),
  );
  await database.transaction((tx) => tx.run("UPDATE texts SET code = 'x' WHERE id = 0"), {
    isOneStatement: true,
  });
  await database.transaction((tx) => tx.run("UPDATE texts SET code = 'y' WHERE id = 1"), {
    isUnlimited: true,
  });
  return Promise.all([
    readBy(read),
    readBy(slowRead),
    write(readBy),
    database.transaction(readBy, { isUnlimited: true }),
    database.transaction((tx) => tx.run("UPDATE texts SET code = 'z' WHERE id = 2 AND 0"), {}),
  ]);
}

async function observeAnew(): Promise<unknown> {
  const database = await openDatabase(mariaDb.url, quietLog);
  try {
    return await observe(database);
  } finally {
    await database.close();
  }
}

/** Reads the same over a single session with the setup that all pools use. */
async function observeSession(): Promise<unknown> {
  const connection = createConnection(mariaDb.url);
  try {
    const session = mysqlSql(connection);
    await setUpSession(session, {});
    return await session
      .rows('SELECT ? AS text, ? AS hostile', ["'\\'", HOSTILE])
      .then(async (echo) => [echo, ...(await readBy(session))]);
  } finally {
    connection.destroy();
  }
}

const NAMES_OF = `SELECT a.display_name AS person, w.workspace_name AS workspace FROM accounts a
  JOIN memberships m ON m.account_id = a.account_id JOIN workspaces w ON w.workspace_id = m.workspace_id
  WHERE a.email = ?`;

describe('the sessions of the database', () => {
  it('store and read the same whatever an administrator sets for all sessions', async () => {
    const normal = await observeAnew();
    expect(await withGlobals(ODD_SETTINGS, observeAnew)).toEqual(normal);
  });

  it('store and read the same under every sql_mode of the server', async () => {
    const [rows] = await mariaDb.root.query(
      "SELECT ENUM_VALUE_LIST AS modes FROM information_schema.SYSTEM_VARIABLES WHERE VARIABLE_NAME = 'SQL_MODE'",
    );
    const modes = (rows as { modes: string }[])[0]?.modes.split(',') ?? [];
    expect(modes).toEqual(expect.arrayContaining(['NO_BACKSLASH_ESCAPES', 'ORACLE', 'MAXDB']));
    const normal = await observeSession();
    for (const mode of ['', ...modes]) {
      expect(await withGlobals({ sql_mode: `'${mode}'` }, observeSession), mode).toEqual(normal);
    }
    for (const [name, value] of Object.entries(ODD_SETTINGS)) {
      expect(await withGlobals({ [name]: value }, observeSession), name).toEqual(normal);
    }
    const everyMode = { sql_mode: `'${modes.join()}'` };
    expect(await withGlobals(everyMode, observeAnew)).toEqual(await observeAnew());
  });

  it('can not be changed by the address of the database', async () => {
    const url = `${mariaDb.url}?multipleStatements=true&flags=FOUND_ROWS&charset=latin1&rowsAsArray=true`;
    const database = await openDatabase(url, quietLog);
    try {
      expect(await observe(database)).toEqual(await observeAnew());
      await expect(database.read.rows('SELECT 1; SELECT 2')).rejects.toMatchObject({
        code: 'ER_PARSE_ERROR',
      });
    } finally {
      await database.close();
    }
  });
});

describe('a relay on a database whose sessions are odd', () => {
  it('starts, and stores the words of strangers as they are', async () => {
    const modes = { sql_mode: "'ORACLE,EMPTY_STRING_IS_NULL,NO_BACKSLASH_ESCAPES'" };
    await withGlobals(modes, async () => {
      const database = { url: mariaDb.url, drop: async () => undefined };
      const relay = await startRelay({ database });
      try {
        for (const [index, text] of [HOSTILE, "\\' OR 1=1 -- é😀"].entries()) {
          const email = `stranger${index}@example.com`;
          await relay.register(email, { organization_name: text, display_name: text });
          const names = await readSql(database, NAMES_OF, [email]);
          expect(names).toEqual([{ person: text, workspace: text }]);
        }
      } finally {
        await relay.stop();
      }
    });
  });

  it('is refused with one line, and later uses no such connection and says that it is not ready', async () => {
    const proxy = await startRewritingProxy(mariaDb.url);
    const lines: Record<string, unknown>[] = [];
    const log = createLog(
      { level: 'error', isReadable: false },
      { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const database = { url: proxy.url, drop: async () => undefined };
    const odd = ['STRICT_ALL_TABLES', 'NO_BACKSLASH_ESC_'] as const;

    proxy.rewrite(odd);
    await expect(startRelay({ database })).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [
        expect.stringMatching(
          /^DATABASE_URL: mysql:.*the session's sql_mode stays '.*NO_BACKSLASH_ESC_.*' and must be '.*STRICT_ALL_TABLES.*': change it on the server.*$/,
        ),
      ],
    });

    proxy.rewrite(null);
    const relay: TestRelay = await startRelay({ database, log });
    try {
      const readyz = async () => (await fetch(`${relay.url}/readyz`)).status;
      expect(await readyz()).toBe(200);
      proxy.rewrite(odd);
      proxy.cut();
      expect(await readyz()).toBe(503);
      const refused = lines.filter(({ event }) => event === 'database.session_refused');
      expect(refused).toMatchObject([{ msg: expect.stringContaining('sql_mode stays') }]);
      proxy.rewrite(null);
      await expect.poll(readyz, { timeout: 5_000 }).toBe(200);
    } finally {
      await relay.stop();
      await proxy.stop();
    }
  });
});
