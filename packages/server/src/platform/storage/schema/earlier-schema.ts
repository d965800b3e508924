import type { Database, Tx } from '../database';
import { hasTable } from '../sql';

/** The last commit before 0.2.0, the first release. The schema of earlier commits is not upgraded any more. */
const LAST_COMMIT = '2d003456';

/** The first and the last of the migrations that 0.2.0 replaced, and how many there were. */
const REPLACED = { first: '0001-baseline', last: '0028-knowledge-vectors', count: 28 };

const RENAMED_TABLES = [
  ['callback_troubles', 'callback_health'],
  ['callback_stops', 'callback_blocks'],
] as const;

/** The schema is of a version before 0.2.0 that this version can't adopt. */
export class EarlierSchemaError extends Error {
  override readonly name = 'EarlierSchemaError';
}

/**
 * Whether the last commit before 0.2.0 made the schema, which can be adopted.
 * @param names of the migrations that have run
 * @throws {EarlierSchemaError}
 */
export function isAdoptable(names: readonly string[]): boolean {
  if (!names.includes(REPLACED.first)) return false;
  if (names.length === REPLACED.count && names.includes(REPLACED.last)) return true;
  throw new EarlierSchemaError(
    `the schema is older than 0.2.0 (${names.toSorted().at(-1)}): run chat-relay backup, start ` +
      `commit ${LAST_COMMIT} on it once, stop it, and start this version again`,
  );
}

/**
 * Gives a database of the last commit before 0.2.0 the names of the first release. It may be killed at any moment, and
 * then runs again: MySQL commits each renamed table at once.
 * @param names of the migrations that have run
 * @param logRelease logs the migration that replaced them
 */
export async function adopt(
  database: Database,
  names: readonly string[],
  logRelease: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const steps = [
    ...RENAMED_TABLES.map(([from, to]) => async (tx: Tx) => {
      if (await hasTable(tx, from)) await tx.run(`ALTER TABLE ${from} RENAME TO ${to}`);
    }),
    async (tx: Tx) => {
      // Only these names are deleted: another node may have migrated further meanwhile.
      await tx.run(
        `DELETE FROM migrations WHERE name IN (${names.map(() => '?').join(',')})`,
        names,
      );
      await logRelease(tx);
    },
  ];
  const transactions = database.dialect === 'sqlite' ? [steps] : steps.map((step) => [step]);
  for (const inOne of transactions) {
    await database.transaction(
      async (tx) => {
        for (const step of inOne) await step(tx);
      },
      { isUnlimited: true },
    );
  }
}
