import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import { createSlices } from '../platform/slices';
import { QUARTER_MS } from './entries';
import { addFigures, noFigures, type Figures } from './figures';
import { FIGURES_COLUMNS, figuresOf, REPORT_TOTALS, type FiguresRow } from './model';

export interface ReportBucket {
  /** In ms. */
  at: number;
  figures: Figures;
}

export interface Report {
  buckets: ReportBucket[];
  totals: Figures;
}

/**
 * Reads the figures of these tenants, added up.
 * @param bounds start of each bucket, and the end of the last one
 * @throws {AppError} overloaded
 */
export async function readReport(
  { slowRead }: Pick<Database, 'slowRead'>,
  tenantIds: readonly string[],
  bounds: readonly number[],
): Promise<Report> {
  const buckets = bounds.slice(0, -1).map((at) => ({ at, figures: noFigures() }));
  const totals = noFigures();
  const { pause } = createSlices();
  const part = partMs(bounds);
  for (const some of readable(bounds, tenantIds.length)) {
    for (const row of await readRows(slowRead, tenantIds, some, part)) {
      const bucket = buckets[lastAtMost(bounds, row.part_at)];
      if (bucket) addFigures(bucket.figures, figuresOf(row));
      await pause();
    }
  }
  for (const { figures } of buckets) {
    addFigures(totals, figures);
    await pause();
  }
  return { buckets, totals };
}

/** Limit of quarters of an hour that one statement reads, over all tenants: a row can have a kilobyte. */
const QUARTERS_A_READ = 10_000;

/** Splits the bounds into several reads: the rows of one large read would block the event loop while they arrive. */
function* readable(bounds: readonly number[], tenants: number): Generator<readonly number[]> {
  const longest = (QUARTERS_A_READ * QUARTER_MS) / Math.max(1, tenants);
  let first = 0;
  for (let last = 1; last < bounds.length; last++) {
    const isLast = last === bounds.length - 1;
    if (!isLast && bounds[last + 1]! - bounds[first]! <= longest) continue;
    yield bounds.slice(first, last + 1);
    first = last;
  }
}

type PartRow = FiguresRow & { part_at: number };

const COUNTS = FIGURES_COLUMNS.filter((name) => REPORT_TOTALS.kinds[name]?.kind === 'integer');
const TEXTS = FIGURES_COLUMNS.filter((name) => !COUNTS.includes(name));
const SUMS = [
  ...COUNTS.map((name) => `CAST(SUM(${name}) AS SIGNED) AS ${name}`),
  ...TEXTS.map((name) => `GROUP_CONCAT(${name}) AS ${name}`),
].join(', ');

/** Reads totals and entries in one statement, which sees each entry exactly once: before or after it was folded. */
async function readRows(
  sql: Database['slowRead'],
  tenantIds: readonly string[],
  bounds: readonly number[],
  part: number,
): Promise<PartRow[]> {
  if (tenantIds.length === 0) return [];
  const from = (table: string) =>
    `SELECT began_at - began_at % ${part} AS part_at, ${SUMS} FROM ${table}
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)} AND began_at >= ? AND began_at < ?
     GROUP BY part_at`;
  const params = [...tenantIds, bounds[0] ?? 0, bounds.at(-1) ?? 0];
  return sql.rows<PartRow>(`${from('report_totals')} UNION ALL ${from('report_entries')}`, [
    ...params,
    ...params,
  ]);
}

/** Longest period of which every bucket is a multiple, for sums in the database: an hour in most time zones. */
function partMs(bounds: readonly number[]): number {
  const parts = [4 * QUARTER_MS, 2 * QUARTER_MS];
  return parts.find((part) => bounds.every((bound) => bound % part === 0)) ?? QUARTER_MS;
}

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
