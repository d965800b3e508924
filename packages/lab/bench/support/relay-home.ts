import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../../../server/test/support/database';
import { createRelayProcess, type RelayProcess } from '../torture/relay-process';
import { atEnd } from './at-end';

/** A database, a data folder and a key: what relays that follow each other have in common. */
export interface RelayHome {
  databaseUrl: string;
  dataDir: string;
  /** Starts a relay, which is stopped at the end of the measurement at the latest. */
  startRelay(env?: Record<string, string>): Promise<RelayProcess>;
}

/** Issuer in tokens, so relays on different ports must have the same. */
const BASE_URL = 'http://127.0.0.1:8080';

/** Creates a home with a new database of the kind that `TEST_DATABASE` names. */
export async function createRelayHome(script = relayScript()): Promise<RelayHome> {
  const address = await createTestDatabase();
  atEnd(() => address.drop());
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-home-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const shared = {
    LOG_LEVEL: 'error',
    BASE_URL,
    DATABASE_URL: address.url,
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  return {
    databaseUrl: address.url,
    dataDir,
    startRelay: async (env = {}) => {
      const relay = await createRelayProcess(script, { ENV: 'local', ...shared, ...env });
      atEnd(() => relay.kill());
      await relay.start();
      return relay;
    },
  };
}

/** The relay as it is built for its users. */
export function relayScript(): string {
  // This program's bundle lies in node_modules/.cache/bench of the package.
  const script = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
  if (!existsSync(script)) throw new Error('the relay is not built: npm run build');
  return script;
}
