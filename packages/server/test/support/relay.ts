import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/platform/clock';
import { readConfig } from '../../src/config/read-config';
import { createRelay, type Logger, type Relay } from '../../src/app/relay';
import type { DatabaseLimits } from '../../src/platform/storage/database';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from './database';
import { noteSecretSettings } from './printed/notes';
import { TEST_MASTER_KEY } from './master-key';

export interface TestRelay {
  relay: Relay;
  /** `http://127.0.0.1:<port>` */
  url: string;
  database: TestDatabaseAddress;
  /** The break-glass key of this relay. */
  adminKey: string;
  stop(): Promise<void>;
}

export interface TestRelayOptions {
  env?: Record<string, string>;
  log?: Logger;
  clock?: Clock;
  /** A database that another relay uses, too; it stays when this one stops. */
  database?: TestDatabaseAddress;
  databaseLimits?: Partial<DatabaseLimits>;
  /** A build of the web console. */
  consoleFolder?: string;
}

const ADMIN_KEY = 'an-admin-key-for-tests-0123456789abcdef';

/** A whole relay on a free port, with a database of its own. */
export async function startRelay(options: TestRelayOptions = {}): Promise<TestRelay> {
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
  const relay = await createRelay({
    config,
    log: options.log ?? quietLog,
    ...(options.clock && { clock: options.clock }),
    ...(options.databaseLimits && { databaseLimits: options.databaseLimits }),
    ...(options.consoleFolder && { consoleFolder: options.consoleFolder }),
  });
  await relay.start();
  return {
    relay,
    url: relay.address(),
    database,
    adminKey: ADMIN_KEY,
    stop: async () => {
      await relay.stop();
      if (!options.database) await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
