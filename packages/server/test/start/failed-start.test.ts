import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildRelay, type RelayOptions } from '../../src/app/build-relay';
import { readConfig } from '../../src/config/read-config';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { TEST_MASTER_KEY } from '../support/master-key';

// Each start that fails waits two seconds for Redis.
vi.setConfig({ testTimeout: 60_000 });

const OTHER_KEY = Buffer.from(TEST_MASTER_KEY, 'base64').reverse().toString('base64');
/** Nothing listens there: the relay keeps trying until it is closed. */
const NO_REDIS = 'redis://127.0.0.1:1';

let folder: string;
let database: TestDatabaseAddress;
let holder: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-failed-'));
  database = await createTestDatabase();
  holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
});
afterEach(async () => {
  holder.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const failToStart = (env: Record<string, string>, options: Partial<RelayOptions> = {}) =>
  start({ REDIS_URL: NO_REDIS, ...env }, options);

async function start(env: Record<string, string>, options: Partial<RelayOptions> = {}) {
  const config = readConfig({
    ENV: 'local',
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    ...env,
  });
  const relay = await buildRelay({ config, log: quietLog, ...options });
  await relay.start();
  return relay;
}

function openResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /TCP|FSReq|Pipe/.test(kind))
    .toSorted();
}

describe('a start that fails', () => {
  const aFile = () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');
    return path;
  };
  const brokenClock = (): number => {
    throw new Error('no clock');
  };
  const seed = { SYSTEM_ADMIN_EMAIL: 'root@corp.test', SYSTEM_ADMIN_PASSWORD: 'correct horse 1' };

  /** Starts that fail at a different part each, after the previous parts were built. */
  const failures: [string, () => Promise<unknown>][] = [
    ['the database, by a wrong key', () => failToStart({ MASTER_KEY: OTHER_KEY })],
    ['the admin key, by its folder', () => failToStart({ DATA_DIR: aFile() })],
    ['the accounts, by the super-admin', () => failToStart(seed, { clock: brokenClock })],
    ['HTTP, by the console’s files', () => failToStart({}, { consoleFolder: aFile() })],
    ['HTTP, by its port', () => failToStart({ PORT: `${(holder.address() as AddressInfo).port}` })],
  ];

  it.each(failures)(
    'closes what it opened when a start fails in %s, and can start again',
    async (_part, fail) => {
      // Creates the master key with which later starts are compared.
      await (await start({})).stop();
      const before = openResources().length;
      await expect(fail()).rejects.toThrow();
      await expect
        .poll(() => openResources().length, { timeout: 10_000 })
        .toBeLessThanOrEqual(before);

      const relay = await start({});
      expect((await fetch(`${relay.address()}/readyz`)).status).toBe(200);
      await relay.stop();
    },
  );
});
