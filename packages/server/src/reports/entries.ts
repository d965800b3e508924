import { MINUTE } from '../platform/clock';
import type { RowOf } from '../platform/storage/table';
import { count, isNothing, noFigures, type Counted, type Figures } from './figures';
import { figuresRow, REPORT_ENTRIES } from './model';

/** Period that one row counts: in every time zone, hours and days begin at a quarter of an hour. */
export const QUARTER_MS = 15 * MINUTE;

/** Collects the counts of one transaction, by tenant and quarter of an hour. */
export interface Counting {
  add(tenantId: string, counted: Counted): void;
  /** One row of `report_entries` per tenant and quarter, under a new id: no other transaction writes it. */
  rows(newId: () => string): RowOf<typeof REPORT_ENTRIES>[];
}

/** @param now when everything in the transaction happens, in ms */
export function startCounting(now: number): Counting {
  const entries = new Map<string, { tenantId: string; beganAt: number; figures: Figures }>();
  return {
    add: (tenantId, counted) => {
      const beganAt = quarterOf(counted.rating?.firstAt ?? now);
      const key = `${tenantId} ${beganAt}`;
      let entry = entries.get(key);
      if (!entry) entries.set(key, (entry = { tenantId, beganAt, figures: noFigures() }));
      count(entry.figures, counted);
    },
    rows: (newId) =>
      [...entries.values()]
        .filter(({ figures }) => !isNothing(figures))
        .map(({ tenantId, beganAt, figures }) => ({
          tenant_id: tenantId,
          began_at: beganAt,
          entry_id: newId(),
          ...figuresRow(figures),
        })),
  };
}

function quarterOf(ms: number): number {
  return ms - (ms % QUARTER_MS);
}
