import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/platform/storage/open-database';
import { MIGRATIONS } from '../../src/platform/storage/schema/migrations';
import { bundleRelay } from '../support/bundled-relay';
import { quietLog } from '../support/database';
import { fixtureOf, restore } from '../support/dump';
import { startRelay } from '../support/relay';
import { createWorld } from '../support/world';

// Each of them starts a process.
vi.setConfig({ testTimeout: 60_000 });

const NEWEST = MIGRATIONS.at(-1)?.name;

let script: string;
let home: string;
/** Data folder of a stopped relay with one workspace. */
let data: string;
beforeAll(async () => {
  ({ script } = await bundleRelay());
  home = mkdtempSync(join(tmpdir(), 'chat-relay-backup-'));
  data = join(home, 'data');
  const url = `sqlite:${join(data, 'relay.sqlite')}`;
  const relay = await startRelay({ database: { url, drop: async () => {} } });
  await createWorld(relay.url);
  await relay.stop();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Where the backups go. */
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(home, 'backups-'));
  file = join(folder, 'backup.sqlite');
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program with these arguments. Its environment contains only the settings of `env`. */
function run(args: string[], env: Record<string, string> = { DATA_DIR: data }): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const DONE = { code: 0, stdout: '', stderr: '' };
const refused = (about: string | RegExp) => ({
  code: 1,
  stdout: '',
  stderr: expect.stringMatching(
    new RegExp(
      `^chat-relay: [^\\n]*${typeof about === 'string' ? about : about.source}[^\\n]*\\n$`,
    ),
  ),
});

async function verify(path: string) {
  const { code, stdout, stderr } = await run(['verify-backup', path], {});
  return { code, stderr, report: JSON.parse(stdout) as Record<string, unknown> };
}

const PAGE_BYTES = 2_048;

describe('chat-relay backup', () => {
  it('copies the database of a relay that is stopped, in one file for its user alone', async () => {
    expect(await run(['backup', file])).toEqual(DONE);
    expect(readdirSync(folder)).toEqual(['backup.sqlite']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(join(data, 'relay.sqlite.lock-wal'))).toBe(false);
  });

  it('reads no setting but DATA_DIR and DATABASE_URL', async () => {
    const wrong = { ENV: 'production', PORT: 'x', MASTER_KEY: 'short', DATABASE_CA: '/none' };
    expect(await run(['backup', file], { ...wrong, DATA_DIR: data })).toEqual(DONE);
    const url = `sqlite:${join(data, 'relay.sqlite')}`;
    const other = join(folder, 'other.sqlite');
    expect(await run(['backup', other], { ...wrong, DATABASE_URL: url })).toEqual(DONE);
    expect(readFileSync(other)).toEqual(readFileSync(file));
  });

  it('refuses a file that exists, and leaves it as it is', async () => {
    writeFileSync(file, 'mine', { mode: 0o644 });
    expect(await run(['backup', file])).toEqual(refused('exists'));
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(folder)).toEqual(['backup.sqlite']);
  });

  it('makes no database where there is none', async () => {
    const empty = join(folder, 'data');
    expect(await run(['backup', file], { DATA_DIR: empty })).toEqual(refused('no database'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a folder that does not exist, and a wrong DATABASE_URL', async () => {
    expect(await run(['backup', join(folder, 'none', 'file')])).toEqual(refused('none/file'));
    expect(await run(['backup', file], { DATABASE_URL: 'x' })).toEqual(refused('DATABASE_URL'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names the command of MySQL and MariaDB, without the password', async () => {
    const ended = await run(['backup', file], { DATABASE_URL: 'mysql://ann:s3cret@db:3307/chat' });
    expect(ended).toEqual(
      refused('mariadb-dump --single-transaction .*--host db --port 3307 --user ann .*chat'),
    );
    expect(ended.stderr).not.toContain('s3cret');
  });

  describe('when it is interrupted', () => {
    let large: string;
    beforeAll(async () => {
      large = join(home, 'large');
      mkdirSync(large);
      const database = await openDatabase(`sqlite:${join(large, 'relay.sqlite')}`, quietLog);
      const filled = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO filling SELECT zeroblob(1000000) FROM n`;
      await database.transaction((tx) => tx.run('CREATE TABLE filling (content BLOB)'));
      await database.transaction((tx) => tx.run(filled));
      await database.close();
    });

    it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
      'leaves no half file: %s',
      async (signal) => {
        const env = { PATH: process.env['PATH'], DATA_DIR: large };
        const child = spawn(process.execPath, [script, 'backup', file], { env, stdio: 'ignore' });
        const ended = once(child, 'exit');
        await expect
          .poll(() => readdirSync(folder), { interval: 1, timeout: 20_000 })
          .not.toEqual([]);
        child.kill(signal);
        const [code] = await ended;
        expect(existsSync(file)).toBe(false);
        if (signal === 'SIGKILL') return;
        expect(code).toBe(1);
        expect(readdirSync(folder)).toEqual([]);
      },
    );
  });
});

describe('chat-relay verify-backup', () => {
  beforeEach(async () => {
    expect(await run(['backup', file])).toEqual(DONE);
  });

  it('prints the integrity, the schema and the rows of every table', async () => {
    const { code, stderr, report } = await verify(file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(report).toEqual({
      ok: true,
      schema: NEWEST,
      integrity: 'ok',
      counts: expect.objectContaining({ workspaces: 1, tenants: 1, accounts: 1, messages: 0 }),
      attachments: { references: 0 },
    });
  });

  it('writes nothing, not next to the file either', async () => {
    chmodSync(file, 0o400);
    chmodSync(folder, 0o500);
    const before = readFileSync(file);
    expect((await verify(file)).code).toBe(0);
    expect(readFileSync(file)).toEqual(before);
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toEqual(['backup.sqlite']);
  });

  it('accepts the schema of the last version before 0.2.0, which a start adopts', async () => {
    const earlier = join(folder, 'earlier.sqlite');
    const database = await openDatabase(`sqlite:${earlier}`, quietLog);
    await restore(database, readFileSync(fixtureOf('before-0.2.0', 'sqlite'), 'utf8'));
    await database.close();
    const { code, report } = await verify(earlier);
    expect({ code, report }).toMatchObject({
      code: 0,
      report: { ok: true, schema: '0028-knowledge-vectors' },
    });
  });

  it('refuses the schema of an earlier version before 0.2.0', async () => {
    await change(`UPDATE migrations SET name = '0001-baseline'`);
    const { code, stderr, report } = await verify(file);
    expect({ code, report }).toMatchObject({ code: 1, report: { ok: false } });
    expect(stderr).toMatch(/^chat-relay: [^\n]*older than 0\.2\.0[^\n]*\n$/);
  });

  it('refuses the schema of a newer version', async () => {
    await change(`INSERT INTO migrations (name, run_at) VALUES ('9999-later', 1)`);
    const { code, stderr, report } = await verify(file);
    expect({ code, report }).toMatchObject({
      code: 1,
      report: { ok: false, schema: '9999-later' },
    });
    expect(stderr).toMatch(/^chat-relay: [^\n]*newer[^\n]*\n$/);
  });

  it.each([
    ['the list of tables', 1],
    ['a table or an index', 80],
    ['the end', -8],
  ])('refuses a file that is damaged in %s', async (_, page) => {
    const bytes = readFileSync(file);
    const from = (page < 0 ? bytes.length : 0) + page * PAGE_BYTES;
    bytes.fill(0xff, from, from + 8 * PAGE_BYTES);
    const damaged = join(folder, 'damaged.sqlite');
    writeFileSync(damaged, bytes);
    const { code, stderr, report } = await verify(damaged);
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, counts: {} });
    expect(report['integrity']).not.toBe('ok');
    expect(stderr).toMatch(/^chat-relay: [^\n]*damaged[^\n]*\n$/);
  });

  it('refuses what is no database of a relay', async () => {
    const text = join(folder, 'text');
    writeFileSync(text, 'not a database '.repeat(100));
    const foreign = join(folder, 'foreign.sqlite');
    const database = await openDatabase(`sqlite:${foreign}`, quietLog);
    await database.transaction((tx) => tx.run('CREATE TABLE notes (text TEXT)'));
    await database.close();
    for (const path of [text, foreign, join(folder, 'missing')]) {
      expect(await run(['verify-backup', path], {})).toEqual(refused(path));
    }
  });

  it('reads a database that still has its write-ahead log', async () => {
    const database = await openDatabase(`sqlite:${file}`, quietLog);
    await database.transaction((tx) => tx.run(`DELETE FROM tenants`));
    const copy = join(folder, 'copy.sqlite');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
    await database.close();
    const { report } = await verify(copy);
    expect(report).toMatchObject({ ok: true, counts: { tenants: 0 } });
  });

  async function change(sql: string): Promise<void> {
    const database = await openDatabase(`sqlite:${file}`, quietLog);
    await database.transaction((tx) => tx.run(sql));
    await database.close();
  }
});
