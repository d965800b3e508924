import { rowsOf, type StoredData } from '../platform/storage/stored-data';
import { VISITOR_SESSIONS, WIDGET_SIGHTINGS } from './model';

/** An erased session keeps its times and settings, and loses everything about the visitor. */
export const visitorsData: StoredData = {
  ofTenant: [VISITOR_SESSIONS, WIDGET_SIGHTINGS],
  onErased: async (tx, erased) => {
    const range = rowsOf({ of: 'session' }, erased);
    if (!range) return;
    await tx.run(
      `UPDATE visitor_sessions SET ended_at = COALESCE(ended_at, ?), erased_at = COALESCE(erased_at, ?),
         metadata = '{}', user_id = NULL, visitor_name = NULL, visitor_email = NULL,
         visitor_attributes = NULL, contact_email = NULL, contact_proven = 0, nobody_there = 0,
         mailed_seq = NULL, current_page = NULL, earlier_pages = NULL, address_hmac = NULL
       WHERE ${range.where}`,
      [erased.now, erased.now, ...range.params],
    );
  },
};
