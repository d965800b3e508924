import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../src/platform/storage/open-database';
import { connectSqlite } from '../../../../src/platform/storage/sqlite/connection';
import { startThread } from '../../../../src/platform/storage/sqlite/worker-host';
import { quietLog } from '../../../support/database';

async function pageSizeAfterOpening(path: string): Promise<number | undefined> {
  const database = await openDatabase(`sqlite:${path}`, quietLog);
  try {
    await database.transaction((tx) => tx.run('CREATE TABLE IF NOT EXISTS notes (text TEXT)'));
    const [row] = await database.read.rows<{ page_size: number }>('PRAGMA page_size');
    return row?.page_size;
  } finally {
    await database.close();
  }
}

it('gives a new file small pages, and keeps those of an older one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(await pageSizeAfterOpening(join(folder, 'new.sqlite'))).toBe(2_048);

  const old = await connectSqlite(startThread(), join(folder, 'old.sqlite'), {
    page_size: 4096,
    journal_mode: 'wal',
  });
  await old.run('CREATE TABLE notes (text TEXT)');
  await old.close();
  expect(await pageSizeAfterOpening(join(folder, 'old.sqlite'))).toBe(4_096);
});
