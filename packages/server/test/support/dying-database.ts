import type { Database, Tx } from '../../src/platform/storage/database';

export class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * A database whose process ends right after the first write that `isLast` accepts. SQLite loses the open transaction;
 * MySQL keeps a CREATE, although nothing after it was recorded.
 */
export function endingAfter(database: Database, isLast: (sql: string) => boolean): Database {
  let isDead = false;
  const dyingAfter = async <T>(sql: string, write: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed();
    const changed = await write();
    if (!isLast(sql)) return changed;
    isDead = true;
    throw new Killed();
  };
  return {
    ...database,
    transaction: (work) => {
      if (isDead) throw new Killed();
      return database.transaction((tx) => {
        const dying: Tx = {
          ...tx,
          run: (sql, params) => dyingAfter(sql, () => tx.run(sql, params)),
          insert: (insert) => dyingAfter(insert.into, () => tx.insert(insert)),
        };
        return work(dying);
      });
    },
  };
}

/** Lets a dead migrator's lease expire. */
export async function expireMigrationLease(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return;
  await database.transaction((tx) =>
    tx.run('UPDATE migration_lease SET expires_at = 1').catch(() => 0),
  );
}
