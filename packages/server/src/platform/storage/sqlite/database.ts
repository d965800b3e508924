import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskSpace } from '../../disk-space';
import type { Logger } from '../../log';
import type { Database, DatabaseLimits } from '../database';
import { DriverError } from '../driver-error';
import { createTurns } from '../../turns';
import { retryConflicts, runTransaction } from '../transactions';
import { connectSqlite } from './connection';
import { createHandle, type SqliteHandle } from './handle';
import { sqliteModels } from './models';
import { createSlowReader } from './slow-reader';
import type { Pragmas } from './sqlite-worker.js';
import { createWalUpkeep } from './wal-upkeep';
import { startProcess, startThread } from './worker-host';

export async function openSqlite(
  path: string,
  log: Logger,
  limits: DatabaseLimits,
): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  const onThread = (pragmas: Pragmas): SqliteHandle =>
    createHandle(() => connectSqlite(startThread(), path, pragmas));
  const writer = onThread({
    // Applies to new files only. Small, because a commit writes each page that it touches, mostly for one short row.
    page_size: 2048,
    journal_mode: 'wal',
    cache_size: -65_536,
    wal_autocheckpoint: 0,
    // Deleted data is overwritten: erased text must not stay in the file.
    secure_delete: 1,
  });
  // A write that forgot its transaction fails here instead of waiting for the writer's lock.
  const reader = onThread({ query_only: 1 });
  const slowReader = createHandle(() => connectSqlite(startProcess(), path, { query_only: 1 }));
  // It waits only 100 ms for readers, because writers wait while it empties the log.
  const checkpointer = onThread({ busy_timeout: 100 });
  const handles = [checkpointer, writer, reader, slowReader];

  const writing = createTurns(1);
  const wal = createWalUpkeep({
    checkpointer: checkpointer.sql,
    whileIdle: writing,
    onFailure: (error) =>
      log.warn(
        { event: 'database.checkpoint_failed', err: error },
        'the write-ahead log was not checkpointed',
      ),
  });
  const close = async () => {
    await wal.stop();
    await writing(async () => {
      for (const handle of handles) await handle.close();
    });
  };
  try {
    await writer.current(); // makes the file, and makes it one that has a write-ahead log
    await reader.current();
  } catch (error) {
    await close();
    throw error;
  }

  const models = sqliteModels(reader.sql);
  const transaction: Database['transaction'] = async (work, options = {}) => {
    const result = await writing(() =>
      retryConflicts(limits.statementMs, async () => {
        const connection = await writer.current();
        return runTransaction({
          sql: connection,
          begin: options.isOneStatement ? null : 'BEGIN IMMEDIATE',
          joinModels: () => models.join(connection),
          work,
        });
      }),
    );
    wal.written();
    return result;
  };
  return {
    dialect: 'sqlite',
    isSharded: false,
    sequelize: models.sequelize,
    limits,
    read: reader.sql,
    slowRead: createSlowReader(slowReader, limits.slowReadMs),
    transaction,
    forgetDeleted: wal.empty,
    checkDisk: () => requireRoom(dirname(path)),
    abandon: () => undefined, // no statement here waits for a network
    close,
  };
}

/** Room for the write-ahead log of a busy second. */
const MIN_FREE_BYTES = 1024 * 1024;

async function requireRoom(folder: string): Promise<void> {
  const space = await diskSpace(folder);
  if (space && space.free < MIN_FREE_BYTES) {
    throw new DriverError('SQLITE_FULL', `only ${space.free} bytes are free`);
  }
}
