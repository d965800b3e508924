import type { RowOf } from '../../../platform/storage/table';
import { inserts } from '../../../platform/storage/writes';
import { startCounting } from '../../../reports/entries';
import { REPORT_ENTRIES } from '../../../reports/model';
import { countChange } from '../../rules/counting';
import type { BatchPart } from './batch-part';

export const countingPart: BatchPart<undefined, RowOf<typeof REPORT_ENTRIES>[]> = {
  collect: ({ now, newId, applied }) => {
    const counting = startCounting(now);
    for (const { session, command, surroundings, before, change } of applied) {
      const { targets } = surroundings;
      counting.add(session.tenantId, countChange(command, before, change, { now, targets }));
    }
    return counting.rows(newId);
  },
  write: (rows) => inserts(REPORT_ENTRIES, rows),
};
