import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../ids';
import type { Logger } from '../../log';
import type { ColumnTypes } from './column-types';
import type { Database, Tx } from '../database';
import { insertIfAbsent } from '../sql';
import { defineTable, integer, text } from '../table';

const MIGRATION_LEASE = defineTable('migration_lease', ['id'], {
  id: integer(),
  holder: text(),
  term: integer(),
  expires_at: integer(),
  migration: text(),
  statements: integer(),
});

/** The right to migrate, and the progress of the migration. One row holds both, so that they always agree. */
export interface MigrationLease {
  /** The last recorded progress. */
  progress(): Promise<Progress>;
  /** Records progress in the statement's own transaction. @throws {LeaseLostError} */
  record(tx: Tx, progress: Progress): Promise<void>;
  release(): Promise<void>;
}

export interface Progress {
  migration: string;
  /** How many of its statements have run. */
  statements: number;
}

/** Another node has taken over. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The others wait this long for a dead node. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_000;
const POLL_MS = 500;
/** The database's clock, because nodes' clocks may differ. */
const NOW = 'UNIX_TIMESTAMP() * 1000';

/**
 * Waits until this node may migrate. A row is used, because the server's named locks (GET_LOCK) hold only for
 * one server of a Galera cluster, and for one shard of Vitess.
 */
export async function takeMigrationLease(
  database: Database,
  types: ColumnTypes,
  log: Logger,
): Promise<MigrationLease> {
  const holder = newId();
  const update = (tx: Tx, change: string, where: string, params: (string | number)[]) =>
    // `term` makes each update change the row: MySQL counts changed rows.
    tx.run(
      `UPDATE migration_lease SET term = term + 1, ${change} WHERE id = 1 AND ${where}`,
      params,
    );
  const hold = `expires_at = ${NOW} + ${LEASE_MS}`;

  await database.transaction((tx) =>
    tx.run(
      `CREATE TABLE IF NOT EXISTS migration_lease (
        id ${types.integer} PRIMARY KEY,
        holder ${types.ascii(36)} NOT NULL,
        term ${types.integer} NOT NULL,
        expires_at ${types.time} NOT NULL,
        migration ${types.ascii(100)} NOT NULL,
        statements ${types.integer} NOT NULL
      ) ${types.tableEnd}`,
    ),
  );
  await database.transaction((tx) =>
    insertIfAbsent(tx, MIGRATION_LEASE, {
      id: 1,
      holder: '',
      term: 0,
      expires_at: 0,
      migration: '',
      statements: 0,
    }),
  );
  const tryTake = () =>
    database.transaction((tx) =>
      update(tx, `holder = ?, ${hold}`, `expires_at <= ${NOW}`, [holder]),
    );
  for (let isFirstTry = true; (await tryTake()) === 0; isFirstTry = false) {
    if (isFirstTry)
      log.info({ event: 'migration.waiting' }, 'waiting for another node to migrate the database');
    await wait(POLL_MS);
  }

  // One statement may take longer than the lease. A failed renewal shows at the next record.
  const timer = setInterval(() => {
    database
      .transaction((tx) => update(tx, hold, 'holder = ?', [holder]))
      .catch((error: unknown) =>
        log.debug(
          { event: 'migration.lease_not_renewed', err: error },
          'the migration lease was not renewed',
        ),
      );
  }, RENEW_MS);
  timer.unref();

  return {
    progress: async () => {
      const [row] = await database.read.rows<Progress>(
        'SELECT migration, statements FROM migration_lease WHERE id = 1',
      );
      return row ?? { migration: '', statements: 0 };
    },
    record: async (tx, { migration, statements }) => {
      const change = `migration = ?, statements = ?, ${hold}`;
      const changed = await update(tx, change, 'holder = ?', [migration, statements, holder]);
      if (changed === 0) throw new LeaseLostError('another node migrates the database');
    },
    release: async () => {
      clearInterval(timer);
      await database.transaction((tx) => update(tx, 'expires_at = 0', 'holder = ?', [holder]));
    },
  };
}
