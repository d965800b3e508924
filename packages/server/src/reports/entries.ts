import { MINUTE } from '../platform/clock';
import { newId } from '../platform/ids';
import type { Tx } from '../platform/storage/database';
import { insertRows } from '../platform/storage/sql';
import { count, isNothing, noFigures, type Counted, type Figures } from './figures';
import { figuresRow, REPORT_ENTRIES } from './model';

/** A row counts what happened in a quarter of an hour: in every time zone, days and hours begin at one. */
export const QUARTER_MS = 15 * MINUTE;

/** What one transaction counts. */
export interface Counting {
  add(tenantId: string, counted: Counted): void;
  /** Writes a row for each tenant and quarter in which something happened. No other transaction waits for it. */
  write(tx: Tx): Promise<void>;
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
    write: async (tx) => {
      const rows = [...entries.values()]
        .filter(({ figures }) => !isNothing(figures))
        .map(({ tenantId, beganAt, figures }) => ({
          tenant_id: tenantId,
          began_at: beganAt,
          entry_id: newId(),
          ...figuresRow(figures),
        }));
      await insertRows(tx, REPORT_ENTRIES, rows);
    },
  };
}

function quarterOf(ms: number): number {
  return ms - (ms % QUARTER_MS);
}
