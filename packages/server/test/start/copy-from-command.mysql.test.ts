import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/platform/storage/open-database';
import { apiOf } from '../support/api';
import { bundleRelay } from '../support/bundled-relay';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { startRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

vi.setConfig({ testTimeout: 60_000 });

let script: string;
let home: string;
/** SQLite file of a stopped relay. */
let file: string;
let world: World;
let token: string;
let lastSeq = 0;
const SAID = ['Où est ma commande 4711 ?', 'It’s the blue one 🟦', '\u202Eيمين'];

beforeAll(async () => {
  ({ script } = await bundleRelay());
  home = mkdtempSync(join(tmpdir(), 'chat-relay-copy-'));
  file = join(home, 'relay.sqlite');
  const relay = await startRelay({ database: { url: `sqlite:${file}`, drop: async () => {} } });
  world = await createWorld(relay.url, { bot: { kind: 'none' } });
  ({ token } = await createVisitor(relay.url, world));
  const socket = await VisitorSocket.open(relay.url, token);
  for (const [n, text] of SAID.entries()) ({ seq: lastSeq } = await socket.say(`m${n}`, text));
  socket.ws.terminate();
  await relay.stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

let target: TestDatabaseAddress;
beforeEach(async () => {
  target = await createTestDatabase();
});
afterEach(() => target.drop());

function run(
  source = file,
  url = target.url,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: home, env: { PATH: process.env['PATH'], DATABASE_URL: url } };
    execFile(process.execPath, [script, 'copy-from', source], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const inOneForm = (row: object): string => JSON.stringify(row, Object.keys(row).toSorted());

const refused = (about: RegExp) => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(new RegExp(`^chat-relay: [^\\n]*${about.source}[^\\n]*\\n$`)),
});

it('moves a relay from SQLite to MariaDB with everything that it knows', async () => {
  const { code, stdout, stderr } = await run();
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    counts: { accounts: 1, tenants: 1, conversations: 1, messages: SAID.length + 1 },
  });

  const relay = await startRelay({ database: { url: target.url, drop: async () => {} } });
  try {
    const socket = await VisitorSocket.open(relay.url, token, { since: 0 });
    for (const text of SAID) await socket.next('msg', ({ content }) => content === text);
    const { seq } = await socket.say('after', 'still here');
    expect(seq).toBe(lastSeq + 1);
    socket.ws.terminate();

    const owner = apiOf(relay.url, world.ownerToken); // still signed in
    const found = () =>
      owner.get<{ conversations: object[] }>(`/console/fetch/conversations?q=commande`);
    await vi.waitFor(
      async () => expect((await found()).data.conversations).toHaveLength(1),
      20_000,
    );
  } finally {
    await relay.stop();
  }
});

it('copies every row, and last those that a sign-in needs', async () => {
  const { stdout, stderr } = await run();
  expect(stderr.trim().split('\n').at(-2)).toBe('accounts: 1');
  expect(stderr.trim().split('\n').at(-1)).toBe('tenants: 1');
  const { counts } = JSON.parse(stdout) as { counts: Record<string, number> };
  const [source, copy] = await Promise.all(
    [`sqlite:${file}`, target.url].map((url) => openDatabase(url, quietLog)),
  );
  try {
    for (const table of Object.keys(counts)) {
      const [here, there] = await Promise.all(
        [source, copy].map(async (database) => {
          const rows = await database!.read.rows<Record<string, unknown>>(`SELECT * FROM ${table}`);
          return rows.map(inOneForm).toSorted();
        }),
      );
      expect(there, table).toEqual(here);
    }
    expect(Object.keys(counts).length).toBeGreaterThan(40);
  } finally {
    await Promise.all([source?.close(), copy?.close()]);
  }
});

it('refuses a database that is not empty, and changes nothing there', async () => {
  expect((await run()).code).toBe(0);
  expect(await run()).toEqual(
    refused(/DATABASE_URL: the database is not empty \(.*drop the database/),
  );
});

it('refuses a file that a relay uses', async () => {
  const relay = await startRelay({ database: { url: `sqlite:${file}`, drop: async () => {} } });
  try {
    expect(await run()).toEqual(refused(/a relay uses it; stop the relay/));
  } finally {
    await relay.stop();
  }
});

it.each([
  ['a missing file', () => join(home, 'none.sqlite'), /there is no such file/],
  [
    'a file that is no database',
    () => {
      writeFileSync(join(home, 'text'), 'no database '.repeat(1_000));
      return join(home, 'text');
    },
    /text: /,
  ],
])('refuses %s', async (_, source, reason) => {
  expect(await run(source())).toEqual(refused(reason));
});

it('refuses a database of another version', async () => {
  const other = join(home, 'other.sqlite');
  copyFileSync(file, other);
  const database = await openDatabase(`sqlite:${other}`, quietLog);
  await database.transaction((tx) =>
    tx.run("INSERT INTO migrations SELECT '0999-of-another-version', run_at FROM migrations"),
  );
  await database.close();
  expect(await run(other)).toEqual(refused(/its schema is of another version/));
});

it('refuses a target that is SQLite, or does not answer', async () => {
  expect(await run(file, `sqlite:${join(home, 'other.sqlite')}`)).toEqual(
    refused(/DATABASE_URL: name the MySQL or MariaDB database/),
  );
  expect(await run(file, 'mysql://root@127.0.0.1:1/none')).toEqual(
    refused(/DATABASE_URL: .*nothing listens there/),
  );
});
