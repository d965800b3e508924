import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRelayProcess } from '../../../../lab/bench/torture/relay-process';
import { bundleRelay } from '../../support/bundled-relay';
import { createTestDatabase } from '../../support/database';
import { readSql } from '../../support/direct-sql';
import { TEST_MASTER_KEY } from '../../support/master-key';
import { createWorld } from '../../support/world';
import { conversation, importInto, type Line } from './import-calls';

const CALLS = 24;
const EACH = 50;
const KILLS = 6;

it('has every conversation once, whole and found, however often the relay is killed', async () => {
  const { script } = await bundleRelay();
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-import-killed-'));
  const database = await createTestDatabase();
  const relay = await createRelayProcess(script, {
    ENV: 'local',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
  });
  await relay.start();
  const world = await createWorld(relay.url);
  let answered = 0;
  /** Sends the lines until the relay responds, as any client does. */
  const send = async (lines: Line[]): Promise<void> => {
    for (;;) {
      const answer = await importInto(world, lines).catch(() => null);
      if (answer?.status === 200) return void answered++;
      await pause(20);
    }
  };
  const sending = (async () => {
    for (let n = 0; n < CALLS; n++) await send(Array.from({ length: EACH }, () => conversation()));
  })();
  for (let kill = 1; kill <= KILLS; kill++) {
    const isFar = () => answered >= (CALLS / (KILLS + 1)) * kill;
    await expect.poll(isFar, { timeout: 60_000, interval: 5 }).toBe(true);
    await pause(kill * 7);
    await relay.kill();
    await relay.start();
  }
  await sending;
  const total = { conversations: CALLS * EACH, messages: 2 * CALLS * EACH };
  const [count] = await readSql<object>(
    database,
    `SELECT (SELECT COUNT(*) FROM conversations WHERE last_seq = 2) AS conversations,
       (SELECT COUNT(*) FROM messages) AS messages,
       (SELECT COUNT(*) FROM search_documents WHERE indexed_seq = 2) AS found`,
  );
  expect(count).toEqual({ ...total, found: total.conversations });
  expect(relay.complaints()).toEqual([]);
  await relay.stop();
  rmSync(folder, { recursive: true });
  await database.drop();
}, 240_000);
