import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildRelay, type MakePart, type Relay } from '../../src/app/build-relay';
import type { Config } from '../../src/config/config';
import { readConfig } from '../../src/config/read-config';
import { systemClock, type Clock } from '../../src/platform/clock';
import type { Logger } from '../../src/platform/log';
import type { DatabaseLimits } from '../../src/platform/storage/database';
import { consoleCalls, type ConsoleCalls } from './console-calls';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from './database';
import { TEST_MASTER_KEY } from './master-key';
import { noteSecretSettings } from './printed/notes';

export interface TestRelay extends ConsoleCalls {
  relay: Relay;
  config: Config;
  /** `http://127.0.0.1:<port>` */
  url: string;
  database: TestDatabaseAddress;
  /** The break-glass key of this relay. */
  adminKey: string;
  now(): number;
  /** Moves the relay's clock forward. */
  advance(ms: number): void;
  /** Restarts on the same database with a cleaning relay in between, which deletes expired rows. */
  cleanUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestRelayOptions {
  env?: Record<string, string>;
  log?: Logger;
  clock?: Clock;
  /**
   * If false, the relay is built and not started: it has no port and no background work, so queued work stays queued.
   * `get` and `post` work. True by default.
   */
  isStarted?: boolean;
  /** A database that this relay shares; stopping the relay does not drop it. */
  database?: TestDatabaseAddress;
  databaseLimits?: Partial<DatabaseLimits>;
  /** How often it looks for mails that are due. */
  mailSweepsMs?: number;
  /** A build of the web console. */
  consoleFolder?: string;
  /** A build of the widget. */
  widgetFolder?: string;
  /** Additional features, which the relay does not have. */
  parts?: readonly MakePart[];
}

const ADMIN_KEY = 'an-admin-key-for-tests-0123456789abcdef';

/** A whole relay on a free port, with a database of its own. */
export async function startRelay(options: TestRelayOptions = {}): Promise<TestRelay> {
  const { clock = systemClock, isStarted = true } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-data-'));
  const database = options.database ?? (await createTestDatabase());
  const env = {
    ENV: 'local',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    ADMIN_KEY,
    LIMIT_INVITATIONS_PER_WORKSPACE_DAY: '10000',
    LIMIT_INVITATIONS_PER_ACCOUNT_DAY: '10000',
    ...options.env,
  };
  noteSecretSettings(env);
  const config = readConfig(env);
  let shiftMs = 0;
  const now = () => clock() + shiftMs;
  const build = (changes: Partial<Config> = {}) =>
    buildRelay(
      {
        config: { ...config, ...changes },
        log: options.log ?? quietLog,
        clock: now,
        ...(options.databaseLimits && { databaseLimits: options.databaseLimits }),
        ...(options.mailSweepsMs !== undefined && { mailSweepsMs: options.mailSweepsMs }),
        ...(options.consoleFolder && { consoleFolder: options.consoleFolder }),
        ...(options.widgetFolder && { widgetFolder: options.widgetFolder }),
      },
      options.parts,
    );
  let relay = await build();
  if (isStarted) await relay.start();

  return {
    ...consoleCalls(() => relay.http),
    get relay() {
      return relay;
    },
    get url() {
      return relay.address();
    },
    config,
    database,
    adminKey: ADMIN_KEY,
    now,
    advance: (ms) => void (shiftMs += ms),
    cleanUp: async () => {
      await relay.stop();
      // The cleaning relay has no mail server, so mails stay in the queue for the test.
      const cleaning = await build({ smtpUrl: null });
      await cleaning.start();
      // Stopping waits for the running deletion. The first one is that of accounts.
      await cleaning.stop();
      relay = await build();
      if (isStarted) await relay.start();
    },
    stop: async () => {
      await relay.stop();
      if (!options.database) await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts one relay for all tests of a file or of a `describe`, and stops it after the last. Pass a function if the
 * options depend on an earlier hook.
 */
export function useRelay(options: TestRelayOptions | (() => TestRelayOptions) = {}): TestRelay {
  let started: TestRelay | undefined;
  beforeAll(async () => {
    started = await startRelay(typeof options === 'function' ? options() : options);
  });
  afterAll(() => started?.stop());
  const current = (): TestRelay => {
    if (!started) throw new Error('the relay starts before the first test, not before that');
    return started;
  };
  return {
    get relay() {
      return current().relay;
    },
    get config() {
      return current().config;
    },
    get url() {
      return current().url;
    },
    get database() {
      return current().database;
    },
    get adminKey() {
      return current().adminKey;
    },
    now: () => current().now(),
    advance: (ms) => current().advance(ms),
    get: (...call) => current().get(...call),
    post: (...call) => current().post(...call),
    register: (...who) => current().register(...who),
    login: (...who) => current().login(...who),
    cleanUp: () => current().cleanUp(),
    stop: () => current().stop(),
  };
}
