import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../ids';
import type { Logger } from '../../log';
import type { ColumnTypes } from './column-types';
import type { Database, Tx } from '../database';
import { insertIfAbsent } from '../sql';

/** The right to migrate, and how far the migration is. One row holds both, so neither is true alone. */
export interface MigrationLease {
  /** What the last holder recorded. */
  progress(): Promise<Progress>;
  /** Records progress in the statement's own transaction. @throws {LeaseLost} */
  record(tx: Tx, progress: Progress): Promise<void>;
  release(): Promise<void>;
}

export interface Progress {
  migration: string;
  /** How many of its statements have run. */
  statements: number;
}

/** Another node has taken over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** A dead node keeps the others waiting this long. */
const LEASE_MS = 10_000;
const RENEW_MS = 2_000;
const POLL_MS = 500;
/** The database's clock: those of the nodes may differ. */
const NOW = 'UNIX_TIMESTAMP() * 1000';

/**
 * Waits until this node may migrate. A row, because the server's own named locks (GET_LOCK) hold for
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
    insertIfAbsent(tx, 'migration_lease', {
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
    if (isFirstTry) log.info('waiting for another node that migrates the database');
    await wait(POLL_MS);
  }

  // One statement may take longer than the lease. A renewal that fails shows at the next record.
  const timer = setInterval(() => {
    database
      .transaction((tx) => update(tx, hold, 'holder = ?', [holder]))
      .catch((error: unknown) => log.debug({ err: error }, 'the lease was not renewed'));
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
      if (changed === 0) throw new LeaseLost('another node migrates the database');
    },
    release: async () => {
      clearInterval(timer);
      await database.transaction((tx) => update(tx, 'expires_at = 0', 'holder = ?', [holder]));
    },
  };
}
