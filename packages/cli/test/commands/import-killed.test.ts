import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRelayProcess } from '../../../lab/bench/torture/relay-process';
import { conversation } from '../../../server/test/conversations/imports/import-calls';
import { bundleRelay } from '../../../server/test/support/bundled-relay';
import { createTestDatabase } from '../../../server/test/support/database';
import { readSql } from '../../../server/test/support/direct-sql';
import { TEST_MASTER_KEY } from '../../../server/test/support/master-key';
import { createWorld } from '../../../server/test/support/world';
import { configFolder, jsonOf, setUpRelayctl } from '../support/relayctl';

const relayctl = setUpRelayctl();
const CONVERSATIONS = 2_000;
const KILLS = 4;

it(
  'imports everything once, and finds it, however often the relay is killed meanwhile',
  { timeout: 240_000 },
  async () => {
    const { script } = await bundleRelay();
    const folder = mkdtempSync(join(tmpdir(), 'import-killed-'));
    const database = await createTestDatabase();
    const relay = await createRelayProcess(script, {
      ENV: 'local',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      MASTER_KEY: TEST_MASTER_KEY,
      LIMIT_CONSOLE_PER_IP: '100000',
    });
    await relay.start();
    const world = await createWorld(relay.url);
    const file = join(folder, 'conversations.jsonl');
    const lines = Array.from({ length: CONVERSATIONS }, (_, n) =>
      JSON.stringify({ type: 'conversation', ...conversation({ external_id: `c-${n}` }) }),
    );
    writeFileSync(file, lines.join('\n'));

    const count = async (from: string): Promise<number> => {
      const [row] = await readSql<{ n: number }>(database, `SELECT COUNT(*) AS n FROM ${from}`);
      return row?.n ?? 0;
    };
    const importing = relayctl.run(['import', file, '--json'], {
      env: {
        RELAY_URL: relay.url,
        RELAY_TOKEN: world.ownerToken,
        XDG_CONFIG_HOME: configFolder(),
      },
    });
    let isOver = false;
    void importing.finally(() => (isOver = true));
    for (let kill = 1; kill <= KILLS; kill++) {
      const some = (CONVERSATIONS / (KILLS + 1)) * kill;
      const isFar = async () => isOver || (await count('conversations')) >= some;
      await expect.poll(isFar, { timeout: 60_000, interval: 5 }).toBe(true);
      expect(isOver).toBe(false);
      await relay.kill();
      await relay.start();
    }
    const { imported, existing, refused } = jsonOf(await importing);
    expect({ sum: Number(imported) + Number(existing), refused }).toEqual({
      sum: CONVERSATIONS,
      refused: 0,
    });
    expect(await count('conversations')).toBe(CONVERSATIONS);
    expect(await count('messages')).toBe(2 * CONVERSATIONS);
    expect(await count('search_documents d WHERE d.indexed_seq = 2')).toBe(CONVERSATIONS);
    expect(relay.complaints()).toEqual([]);
    await relay.stop();
    rmSync(folder, { recursive: true });
    await database.drop();
  },
);
