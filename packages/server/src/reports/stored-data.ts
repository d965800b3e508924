import type { StoredData } from '../platform/storage/stored-data';
import { REPORT_ENTRIES, REPORT_TOTALS } from './model';

export const reportsData: StoredData = {
  // Entries are deleted first: those that are folded meanwhile are then deleted with the totals.
  ofTenant: [REPORT_ENTRIES, REPORT_TOTALS],
};
