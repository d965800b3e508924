import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Sequelize } from 'sequelize';
import type { Logger } from '../../log';
import type { Database, DatabaseLimits } from '../database';
import { createMutex } from '../mutex';
import { createSlowReader } from './slow-reader';
import { sqliteSql } from '../sql';
import { closeHandle, openHandle } from './handle';
import { retryConflicts, runTransaction, SEQUELIZE_OPTIONS } from '../transactions';
import { createWalUpkeep } from './wal-upkeep';

export async function openSqlite(
  path: string,
  log: Logger,
  limits: DatabaseLimits,
): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  const sequelize = new Sequelize({ ...SEQUELIZE_OPTIONS, dialect: 'sqlite', storage: path });
  const writer = await openHandle(path, [
    'journal_mode = WAL',
    'synchronous = FULL',
    'cache_size = -65536',
    'wal_autocheckpoint = 0',
    // Deleted data is overwritten: erased text must not stay in the file.
    'secure_delete = ON',
  ]);
  // A write that forgot its transaction fails here instead of waiting for the writer's lock,
  // in one of the four threads that the writer itself needs to finish.
  const reader = await openHandle(path, ['query_only = ON']);
  const slowReader = await openHandle(path, ['query_only = ON']);

  // Sequelize opens and closes a file handle for each read; one permanent handle is enough.
  const manager = sequelize.connectionManager;
  manager.getConnection = () => Promise.resolve(reader);
  manager.releaseConnection = () => undefined;

  const writing = createMutex();
  // Writers wait while it empties the log, so it does not wait long for readers.
  const checkpointer = await openHandle(path, ['busy_timeout = 100']);
  const wal = createWalUpkeep({
    checkpointer: sqliteSql(checkpointer),
    whileIdle: writing,
    onFailure: (error) =>
      log.warn(
        { event: 'database.checkpoint_failed', err: error },
        'the write-ahead log was not checkpointed',
      ),
  });
  const transaction: Database['transaction'] = async (work) => {
    const result = await writing(() =>
      retryConflicts(limits.statementMs, () =>
        runTransaction({
          sequelize,
          connection: writer,
          sql: sqliteSql(writer),
          begin: 'BEGIN IMMEDIATE',
          work,
        }),
      ),
    );
    wal.written();
    return result;
  };
  return {
    dialect: 'sqlite',
    sequelize,
    limits,
    read: sqliteSql(reader),
    slowRead: createSlowReader(slowReader, limits.slowReadMs),
    transaction,
    forgetDeleted: wal.empty,
    abandon: () => undefined, // no statement waits for a network
    close: async () => {
      await wal.stop();
      await closeHandle(checkpointer);
      await writing(() => closeHandle(writer));
      await closeHandle(reader);
      await closeHandle(slowReader);
    },
  };
}
