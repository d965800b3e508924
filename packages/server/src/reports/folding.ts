import { DAY, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import { eraseInBatches } from '../platform/storage/batch-erasure';
import type { Database, Tx } from '../platform/storage/database';
import { newConflict } from '../platform/storage/failures';
import {
  forUpdateSkipLocked,
  insertAbsentRows,
  keyIn,
  lockInOrderOf,
  upsertRows,
} from '../platform/storage/sql';
import { listColumns } from '../platform/storage/table';
import { addFigures, noFigures, type Figures } from './figures';
import {
  figuresOf,
  figuresRow,
  REPORT_ENTRIES,
  REPORT_TOTALS,
  type EntryRow,
  type TotalsRow,
} from './model';

/** Folds entries into the totals, so that a report reads one row per tenant and quarter of an hour. */
export interface Folding {
  /** Called after the journal has written entries, so that the next round runs. */
  noteEntries(): void;
  /** Folds all entries, also those of nodes that have stopped. */
  fold(): Promise<void>;
  /** Deletes totals that are older than three years. */
  deleteExpired(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const FOLD_EVERY_MS = 5 * SECOND;
const ENTRIES_A_COMMIT = 200;
const KEPT_MS = 1_100 * DAY;

const TOTALS_KEY = REPORT_TOTALS.key;
const ENTRIES_KEY = REPORT_ENTRIES.key;

export function createFolding({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
}): Folding {
  let hasEntries = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let folding: Promise<void> = Promise.resolve();

  const foldAll = async (): Promise<void> => {
    hasEntries = false;
    while (!isStopped) {
      const isDone = await database.transaction((tx) => foldSome(tx, database.isSharded));
      if (isDone) break;
    }
  };
  const fold = (): Promise<void> => {
    const round = folding.then(foldAll);
    folding = round.catch(() => undefined);
    return round;
  };

  return {
    noteEntries: () => void (hasEntries = true),
    fold,
    deleteExpired: async () => {
      const { name: table, key } = REPORT_TOTALS;
      const rows = { table, key, where: 'began_at < ?', params: [clock() - KEPT_MS] };
      await eraseInBatches(database, rows, () => isStopped);
    },
    start: () => {
      timer = setInterval(() => {
        if (!hasEntries) return; // an idle relay runs no statement
        fold().catch((err: unknown) => {
          hasEntries = true;
          log.warn({ event: 'reports.not_folded', err }, 'could not add up reports yet');
        });
      }, FOLD_EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await folding;
    },
  };
}

/**
 * Folds up to 200 entries. Several nodes may do this at once: each takes different entries, and all of them lock totals
 * in the same order.
 * @returns whether no entry is left
 */
async function foldSome(tx: Tx, isSharded: boolean): Promise<boolean> {
  const found = await tx.rows<EntryRow>(
    `SELECT ${listColumns(REPORT_ENTRIES)} FROM report_entries
     ORDER BY ${ENTRIES_KEY.join(', ')} LIMIT ${ENTRIES_A_COMMIT}${forUpdateSkipLocked(tx.dialect)}`,
  );
  const entries = found.filter(
    ({ tenant_id: tenantId }) => !isSharded || tenantId === found[0]?.tenant_id,
  );
  if (entries.length === 0) return true;
  await takeEntries(tx, entries);
  const added = new Map<string, { key: TotalsKey; figures: Figures }>();
  for (const entry of entries) {
    const { tenant_id, began_at } = entry;
    const name = nameOf(entry);
    const known = added.get(name) ?? { key: { tenant_id, began_at }, figures: noFigures() };
    added.set(name, known);
    addFigures(known.figures, figuresOf(entry));
  }
  const keys = [...added.values()].map(({ key }) => key);
  for (const row of await lockTotals(tx, keys)) {
    const known = added.get(nameOf(row));
    if (known) addFigures(known.figures, figuresOf(row));
  }
  const totals = [...added.values()].map(({ key, figures }) => ({
    ...key,
    ...figuresRow(figures),
  }));
  await upsertRows(tx, REPORT_TOTALS, totals);
  return found.length < ENTRIES_A_COMMIT && entries.length === found.length;
}

/**
 * Deletes the entries that this transaction counts. Only the transaction whose DELETE removes an entry may count it:
 * SKIP LOCKED does not ensure that, because TiDB accepts the clause and locks nothing.
 * @throws {DriverError} a conflict, if another node deleted one of them first
 */
async function takeEntries(tx: Tx, entries: readonly EntryRow[]): Promise<void> {
  const keys = entries.map((entry) => [entry.tenant_id, entry.began_at, entry.entry_id]);
  const taken = await tx.run(
    `DELETE FROM report_entries WHERE ${keyIn(tx.dialect, ENTRIES_KEY, keys)}`,
    keys.flat(),
  );
  if (taken < entries.length) throw newConflict('another node has counted these entries');
}

type TotalsKey = Pick<TotalsRow, 'tenant_id' | 'began_at'>;

const nameOf = ({ tenant_id, began_at }: TotalsKey): string => `${tenant_id} ${began_at}`;

/** Locks the totals of these keys, in key order. Missing rows are inserted first, so that they can be locked. */
async function lockTotals(tx: Tx, keys: readonly TotalsKey[]): Promise<TotalsRow[]> {
  const empty = figuresRow(noFigures());
  await insertAbsentRows(
    tx,
    REPORT_TOTALS,
    keys.map((key) => ({ ...key, ...empty })),
  );
  const values = keys.map(({ tenant_id, began_at }) => [tenant_id, began_at]);
  return tx.rows<TotalsRow>(
    `SELECT ${listColumns(REPORT_TOTALS)} FROM report_totals
     WHERE ${keyIn(tx.dialect, TOTALS_KEY, values)} ${lockInOrderOf(tx.dialect, TOTALS_KEY.join(', '))}`,
    values.flat(),
  );
}
