import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRelayProcess } from '../../../lab/bench/torture/relay-process';
import { ConfigError } from '../../src/config/config-error';
import { openDatabase } from '../../src/platform/storage/open-database';
import { claimSqlite, DatabaseInUseError } from '../../src/platform/storage/sqlite/file-claim';
import { bundleRelay } from '../support/bundled-relay';
import { quietLog } from '../support/database';
import { startProcess } from '../support/relay-start';
import { startRelay } from '../support/relay';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-one-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const addressOf = (file: string) => ({ url: `sqlite:${file}`, drop: async () => {} });

describe('a SQLite file', () => {
  it('reserves a SQLite file for its first relay, by whatever name the next one calls it', async () => {
    const file = join(folder, 'relay.sqlite');
    const first = await startRelay({ database: addressOf(file) });
    symlinkSync(file, join(folder, 'link.sqlite'));
    for (const name of ['relay.sqlite', 'link.sqlite']) {
      const second = startRelay({ database: addressOf(join(folder, name)) });
      await expect(second).rejects.toThrow(ConfigError);
      await expect(second).rejects.toThrow(`is used by another relay (process ${process.pid})`);
    }
    await first.stop();
    const next = await startRelay({ database: addressOf(file) });
    await next.stop();
  });

  it('lets other programs read the SQLite file of a relay', async () => {
    const file = join(folder, 'relay.sqlite');
    const relay = await startRelay({ database: addressOf(file) });
    const beside = await openDatabase(`sqlite:${file}`, quietLog);
    const [row] = await beside.read.rows<{ ok: string }>('PRAGMA quick_check');
    expect(row).toEqual({ quick_check: 'ok' });
    await beside.close();
    await relay.stop();
  });

  it('releases the SQLite file of a relay that failed', async () => {
    const file = join(folder, 'relay.sqlite');
    const other = await openDatabase(`sqlite:${file}`, quietLog);
    await other.transaction((tx) => tx.run('CREATE TABLE migrations (not_ours TEXT)'));
    await other.close();
    await expect(startRelay({ database: addressOf(file) })).rejects.toThrow();
    const release = await claimSqlite(file);
    await expect(claimSqlite(file)).rejects.toThrow(DatabaseInUseError);
    await release();
  });
});

describe('relays that are started on one folder', () => {
  let bundle: Awaited<ReturnType<typeof bundleRelay>>;
  beforeAll(async () => {
    bundle = await bundleRelay();
  });

  it("runs one of many relays started at once on a folder, and the others say why they don't", async () => {
    const starts = Array.from({ length: 3 }, () =>
      startProcess(bundle.script, { PORT: '0', DATA_DIR: folder }),
    );
    const ends = await Promise.all(starts.map(({ listensOrEnds }) => listensOrEnds));
    expect(ends.filter((end) => end === 'listens')).toHaveLength(1);
    for (const end of ends.filter((each) => each !== 'listens')) {
      expect(end.code).toBe(78);
      expect(end.text).toMatch(/^DATA_DIR: .+ is used by another relay( \(process \d+\))?\n$/);
    }
    await Promise.all(starts.map(({ kill }) => kill()));
  });

  it('starts after a relay that was killed', async () => {
    const relay = await createRelayProcess(bundle.script, { ENV: 'local', DATA_DIR: folder });
    for (let life = 0; life < 5; life++) {
      await relay.start();
      await relay.kill();
    }
    // Killed while it starts, too.
    for (let life = 0; life < 5; life++) {
      relay.launch();
      await new Promise((resolve) => setTimeout(resolve, 150 + 60 * life));
      await relay.kill();
    }
    await relay.start();
    expect(await relay.stop()).toBe(0);
  }, 60_000);
});
