import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import { dropColumns, listColumns, type RowOf } from '../platform/storage/table';
import { addFigures, noFigures, type Figures } from './figures';
import { figuresOf, REPORT_TOTALS } from './model';

export interface ReportBucket {
  /** When it begins, in ms. */
  at: number;
  figures: Figures;
}

export interface Report {
  buckets: ReportBucket[];
  totals: Figures;
}

const COLUMNS = dropColumns(REPORT_TOTALS, 'tenant_id');

/**
 * What happened in these tenants together.
 * @param bounds where each bucket begins, and where the last one ends
 * @throws {AppError} overloaded
 */
export async function readReport(
  { slowRead }: Pick<Database, 'slowRead'>,
  tenantIds: readonly string[],
  bounds: readonly number[],
): Promise<Report> {
  const buckets = bounds.slice(0, -1).map((at) => ({ at, figures: noFigures() }));
  const totals = noFigures();
  for (const row of await readRows(slowRead, tenantIds, bounds)) {
    const bucket = buckets[lastAtMost(bounds, row.began_at)];
    if (bucket) addFigures(bucket.figures, figuresOf(row));
  }
  for (const { figures } of buckets) addFigures(totals, figures);
  return { buckets, totals };
}

type Row = RowOf<typeof COLUMNS>;

/** One statement: it sees each entry once, before or after it was added to the totals. */
async function readRows(
  sql: Database['slowRead'],
  tenantIds: readonly string[],
  bounds: readonly number[],
): Promise<Row[]> {
  if (tenantIds.length === 0) return [];
  const from = (table: string) =>
    `SELECT ${listColumns(COLUMNS)} FROM ${table}
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)} AND began_at >= ? AND began_at < ?`;
  const params = [...tenantIds, bounds[0] ?? 0, bounds.at(-1) ?? 0];
  return sql.rows<Row>(`${from('report_totals')} UNION ALL ${from('report_entries')}`, [
    ...params,
    ...params,
  ]);
}

/** The index of the last bound that is not after `ms`. */
function lastAtMost(bounds: readonly number[], ms: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bounds[middle] ?? Infinity) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}
