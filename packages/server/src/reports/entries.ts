import { MINUTE } from '../platform/clock';
import { newId } from '../platform/ids';
import type { Tx } from '../platform/storage/database';
import { insertRows } from '../platform/storage/sql';
import { count, isNothing, noFigures, type Counted, type Figures } from './figures';
import { figuresRow, REPORT_ENTRIES } from './model';

/**
 * A row counts what happened in a quarter of an hour: in every time zone, days and hours begin at one. @internal for tests
 */
export const QUARTER_MS = 15 * MINUTE;

/** What one transaction counts. */
export interface Counting {
  add(tenantId: string, counted: Counted): void;
  /** Writes a row for each tenant in which something happened. No other transaction waits for it. */
  write(tx: Tx): Promise<void>;
}

/** @param now when everything in the transaction happens, in ms */
export function startCounting(now: number): Counting {
  const tenants = new Map<string, Figures>();
  return {
    add: (tenantId, counted) => {
      let figures = tenants.get(tenantId);
      if (!figures) tenants.set(tenantId, (figures = noFigures()));
      count(figures, counted);
    },
    write: async (tx) => {
      const rows = [...tenants]
        .filter(([, figures]) => !isNothing(figures))
        .map(([tenantId, figures]) => ({
          tenant_id: tenantId,
          began_at: now - (now % QUARTER_MS),
          entry_id: newId(),
          ...figuresRow(figures),
        }));
      await insertRows(tx, REPORT_ENTRIES, rows);
    },
  };
}
