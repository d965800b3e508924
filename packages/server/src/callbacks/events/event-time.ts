import { MINUTE } from '../../platform/clock';
import { firstIdAt } from '../../platform/ids';
import type { SqlValue } from '../../platform/storage/table';

/** In ms. An id is created at most this long after its event's time. */
const ID_LAG_MS = MINUTE;

/** Bounds the time of events by conditions that use the index of ids. */
export function happenedBetween(range: {
  since?: number | undefined;
  until?: number | undefined;
}): [condition: string, ...params: SqlValue[]][] {
  const { since, until } = range;
  const conditions: [string, ...SqlValue[]][] = [];
  if (since !== undefined) {
    conditions.push(['event_id >= ? AND created_at >= ?', firstIdAt(since), since]);
  }
  if (until !== undefined) {
    conditions.push(['event_id < ? AND created_at < ?', firstIdAt(until + ID_LAG_MS), until]);
  }
  return conditions;
}
