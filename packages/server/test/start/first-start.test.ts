import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../src/config/config';
import { ConfigError } from '../../src/config/config-error';
import { readConfig } from '../../src/config/read-config';
import { buildRelay } from '../../src/app/build-relay';
import { bundleRelay } from '../support/bundled-relay';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { readSql, writeSql } from '../support/direct-sql';
import { TEST_MASTER_KEY } from '../support/master-key';
import { startProcess, type EndedStart } from '../support/relay-start';

// Each test starts several processes.
vi.setConfig({ testTimeout: 90_000 });

const isMysql = process.env['TEST_DATABASE'] === 'mysql';
const OTHER_KEY = Buffer.from(TEST_MASTER_KEY, 'base64').reverse().toString('base64');

let bundle: Awaited<ReturnType<typeof bundleRelay>>;
beforeAll(async () => {
  bundle = await bundleRelay();
});

let folder: string;
let database: TestDatabaseAddress;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-first-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (env: Record<string, string> = {}): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  ...env,
});

function start(env: Record<string, string> = {}) {
  return startProcess(bundle.script, environment(env));
}

async function startAndKill(env: Record<string, string> = {}): Promise<'listens' | EndedStart> {
  const process = start(env);
  const end = await process.listensOrEnds;
  await process.kill();
  return end;
}

const keyFiles = (): string[] => readdirSync(folder).filter((name) => name.includes('.key'));

/** All rows that a start may write. */
function storedRows(): Promise<unknown> {
  const tables = ['migrations', 'master_key_check', 'accounts', 'tenant_secrets'];
  return Promise.all(tables.map((table) => readSql(database, `SELECT * FROM ${table}`)));
}

describe('the secrets of local mode', () => {
  it('makes the secrets of local mode at the first start, and uses them at the next', async () => {
    expect(await startAndKill()).toBe('listens');
    expect(keyFiles().toSorted()).toEqual(['admin.key', 'master.key']);
    const key = readFileSync(join(folder, 'master.key'), 'utf8');
    expect(await startAndKill()).toBe('listens');
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(key);
  });

  it.each([
    ['a wrong PORT', { PORT: 'abc' }],
    ['a wrong HOST', { HOST: '192.0.2.1' }],
    ['a wrong limit', { LIMIT_LOGIN_PER_IP: 'many' }],
  ])('makes no secrets at a start that is refused for %s', async (_what, env) => {
    expect(await startAndKill(env as Record<string, string>)).toMatchObject({ code: 78 });
    expect(keyFiles()).toEqual([]);
  });

  it('makes no secrets for a database that has a key', async () => {
    expect(await startAndKill({ MASTER_KEY: TEST_MASTER_KEY })).toBe('listens');
    rmSync(join(folder, 'admin.key'));
    const end = (await startAndKill()) as EndedStart;
    expect(end).toMatchObject({ code: 78, text: expect.stringMatching(/^MASTER_KEY: [^\n]+\n$/) });
    expect(keyFiles()).toEqual([]);
    expect(await startAndKill({ MASTER_KEY: TEST_MASTER_KEY })).toBe('listens');
  });

  it('repairs secrets that an earlier version wrote in part', async () => {
    for (const file of ['master.key', 'admin.key']) writeFileSync(join(folder, file), '');
    expect(await startAndKill()).toBe('listens');
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toHaveLength(44);
    expect(readFileSync(join(folder, 'admin.key'), 'utf8')).toHaveLength(43);
  });

  it('shares the secrets among relays that start at once', async () => {
    const starts = [1, 2, 3].map(() => start());
    const ends = await Promise.all(starts.map(({ listensOrEnds }) => listensOrEnds));
    await Promise.all(starts.map(({ kill }) => kill()));
    // A SQLite file belongs to one relay: the others refuse to start.
    expect(ends.filter((end) => end === 'listens')).toHaveLength(isMysql ? 3 : 1);
    expect(keyFiles().toSorted()).toEqual(['admin.key', 'master.key']);
    expect(await startAndKill()).toBe('listens');
  });
});

describe('a master key', () => {
  it("refuses another master key than the database's in one line", async () => {
    expect(await startAndKill({ MASTER_KEY: TEST_MASTER_KEY })).toBe('listens');
    const before = await storedRows();
    const end = await startAndKill({ MASTER_KEY: OTHER_KEY });
    expect(end).toMatchObject({ code: 78, text: expect.stringMatching(/^MASTER_KEY: [^\n]+\n$/) });
    expect(await storedRows()).toEqual(before);
    expect(await startAndKill({ MASTER_KEY: TEST_MASTER_KEY })).toBe('listens');
  });

  it("checks the master key against a tenant's secret in an earlier version's database", async () => {
    const config = configOf({ MASTER_KEY: TEST_MASTER_KEY });
    const relay = await buildRelay({ config, log: quietLog });
    await relay.stop();
    await writeSql(database, 'DELETE FROM master_key_check');
    await writeSql(
      database,
      `INSERT INTO tenant_secrets (tenant_id, secret_id, sealed_secret, state, created_at) VALUES (?, ?, 'v1.${'A'.repeat(60)}', 'active', 1)`,
      ['a-tenant', 'a-secret'],
    );
    await expect(buildRelay({ config, log: quietLog })).rejects.toThrow(/^MASTER_KEY: /);
  });
});

describe('a schema of a newer version', () => {
  it('refuses the schema of a newer version in one line', async () => {
    expect(await startAndKill()).toBe('listens');
    await writeSql(database, "INSERT INTO migrations (name, run_at) VALUES ('9999-later', 1)");
    const end = await startAndKill();
    expect(end).toMatchObject({
      code: 78,
      text: expect.stringMatching(/^DATABASE_URL: [^\n]+ 9999-later[^\n]+\n$/),
    });
  });
});

describe('a schema of a version before the first release', () => {
  it('refuses the schema of a version before 0.2.0 in one line that says how to move', async () => {
    expect(await startAndKill()).toBe('listens');
    await writeSql(database, "UPDATE migrations SET name = '0001-baseline'");
    const end = await startAndKill();
    expect(end).toMatchObject({
      code: 78,
      text: expect.stringMatching(
        /^DATABASE_URL: [^\n]+ \(0001-baseline\): run chat-relay backup, start commit [0-9a-f]{8} [^\n]+\n$/,
      ),
    });
  });
});

function configOf(env: Record<string, string> = {}): Config {
  return readConfig(environment(env));
}

describe('a start that fails', () => {
  let holder: Server;
  beforeEach(async () => {
    holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
  });
  afterEach(() => holder.close());

  it('closes what a failed start opened, and can start again in the process', async () => {
    const { port } = holder.address() as AddressInfo;
    const taken = configOf({ PORT: `${port}`, MASTER_KEY: TEST_MASTER_KEY });
    const start = async (config: Config) => {
      const relay = await buildRelay({ config, log: quietLog });
      await relay.start();
      return relay;
    };
    const before = openResources().length;
    for (let time = 0; time < 3; time++) await expect(start(taken)).rejects.toThrow(ConfigError);
    await expect
      .poll(() => openResources().length, { timeout: 10_000 })
      .toBeLessThanOrEqual(before);
    const wrongKey = configOf({ MASTER_KEY: OTHER_KEY });
    await expect(buildRelay({ config: wrongKey, log: quietLog })).rejects.toThrow(ConfigError);
    await expect
      .poll(() => openResources().length, { timeout: 10_000 })
      .toBeLessThanOrEqual(before);

    const relay = await start(configOf({ MASTER_KEY: TEST_MASTER_KEY }));
    expect((await fetch(`${relay.address()}/readyz`)).status).toBe(200);
    await relay.stop();
  });
});

function openResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /TCP|FSReq|Pipe/.test(kind))
    .toSorted();
}

describe('a first start that is killed', () => {
  it('repairs a first start that was killed at any moment', async () => {
    for (let life = 0; life < 3; life++) {
      const killed = start();
      // A fixed wait, because the moment of the kill is what this test varies.
      await wait(400 + life * 300);
      await killed.kill();
      const end = await startAndKill();
      expect(end, `killed after ${400 + life * 300} ms`).toBe('listens');
      await database.drop();
      database = await createTestDatabase();
      rmSync(folder, { recursive: true });
      folder = mkdtempSync(join(tmpdir(), 'chat-relay-first-'));
    }
  }, 300_000);
});
