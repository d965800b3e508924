import { MINUTE } from '../platform/clock';
import type { RowOf } from '../platform/storage/table';
import { count, isNothing, noFigures, type Counted, type Figures } from './figures';
import { figuresRow, REPORT_ENTRIES } from './model';

/** A row counts what happened in a quarter of an hour: in every time zone, days and hours begin at one. */
export const QUARTER_MS = 15 * MINUTE;

/** What one transaction counts. */
export interface Counting {
  add(tenantId: string, counted: Counted): void;
  /** A row of `report_entries` for each tenant and quarter in which something happened. No other transaction writes it. */
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
