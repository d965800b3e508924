import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../ids';
import type { Logger } from '../../log';
import type { ColumnTypes } from './column-types';
import type { Database, Tx } from '../database';
import { forUpdate, insertIfAbsent } from '../sql';
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
  /** Whether the last holder was killed or cut off. One more statement may have run than its progress records. */
  readonly isTakenOver: boolean;
  progress(): Promise<Progress>;
  /** Records progress in the statement's own transaction. @throws {LeaseLostError} */
  record(tx: Tx, progress: Progress): Promise<void>;
  /** @param isComplete whether the progress has each statement that ran; otherwise the lease is left to expire */
  end(isComplete: boolean): Promise<void>;
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

/** The `expires_at` of a lease that was ended with complete progress. */
const COMPLETE = 0;
/** How long other nodes wait for a dead one. */
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
    // `term` makes each update change the row, because MySQL counts changed rows.
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
      expires_at: COMPLETE,
      migration: '',
      statements: 0,
    }),
  );
  /** Takes the lease if it is free. Returns the end of the last one; null while that lasts. */
  const tryTake = () =>
    database.transaction(async (tx) => {
      const [before] = await tx.rows<{ endedAt: number }>(
        `SELECT expires_at AS endedAt FROM migration_lease WHERE id = 1${forUpdate(tx.dialect)}`,
      );
      const taken = await update(tx, `holder = ?, ${hold}`, `expires_at <= ${NOW}`, [holder]);
      return before && taken === 1 ? before.endedAt : null;
    });
  let endedAt = await tryTake();
  if (endedAt === null) {
    log.info({ event: 'migration.waiting' }, 'waiting for another node to migrate the database');
  }
  while (endedAt === null) {
    await wait(POLL_MS);
    endedAt = await tryTake();
  }

  // Renewed by a timer, because one statement may take longer than the lease. `record` notices a lost one.
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
    isTakenOver: endedAt !== COMPLETE,
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
    end: async (isComplete) => {
      clearInterval(timer);
      if (!isComplete) return;
      await database.transaction((tx) =>
        update(tx, `expires_at = ${COMPLETE}`, 'holder = ?', [holder]),
      );
    },
  };
}
