import type { StoredData } from '../platform/storage/stored-data';
import { REPORT_ENTRIES, REPORT_TOTALS } from './model';

export const reportsData: StoredData = {
  // The entries first: what is added up meanwhile is in the totals.
  ofTenant: [REPORT_ENTRIES, REPORT_TOTALS],
};
