import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestRedis, type TestRedis } from '../../../server/test/support/redis-server';
import { startDarkProxy, type DarkProxy } from '../database-faults/dark-proxy';
import { createPrivateMariaDb, type PrivateMariaDb } from '../database-faults/mariadb';
import { atEnd } from '../support/at-end';
import { LIMITS_OFF } from '../support/limits-off';
import { createRelayProcess, type RelayProcess } from '../torture/relay-process';

/** Relays on one MariaDB and one Redis. Each reaches both over a proxy of its own. */
export interface NodeStage {
  relays: RelayProcess[];
  database: PrivateMariaDb;
  redis: TestRedis;
  /** One proxy for each node. */
  toDatabase: DarkProxy[];
  toRedis: DarkProxy[];
}

/** All start at once, on an empty database: one of them migrates it. */
export async function setNodeStage(script: string, nodes: number): Promise<NodeStage> {
  const redis = await createTestRedis();
  atEnd(() => redis.stop());
  const database = await createPrivateMariaDb();
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-nodes-data-'));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    ENV: 'local',
    LOG_LEVEL: 'fatal',
    // Tokens name it, so it must be the same for all.
    BASE_URL: 'http://127.0.0.1:8080',
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('base64'),
    ADMIN_KEY: randomBytes(24).toString('hex'),
    ...LIMITS_OFF,
  };
  const stage: NodeStage = { relays: [], database, redis, toDatabase: [], toRedis: [] };
  for (let node = 0; node < nodes; node++) {
    const toDatabase = await startDarkProxy(database.port);
    const toRedis = await startDarkProxy(redis.port);
    const relay = await createRelayProcess(script, {
      ...env,
      DATABASE_URL: database.urlAt(toDatabase.port),
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
    });
    atEnd(() => relay.kill());
    stage.relays.push(relay);
    stage.toDatabase.push(toDatabase);
    stage.toRedis.push(toRedis);
  }
  await Promise.all(stage.relays.map((relay) => relay.start()));
  return stage;
}
