import { MINUTE } from '../../platform/clock';
import type { SqlValue } from '../../platform/storage/table';

/** The smallest id of a time: ids begin with the time. */
export function firstIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time at which an id was made. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** An id is created a moment after its event's time. */
const ID_LAG_MS = MINUTE;

/** Conditions on the time of events that use the index of ids. */
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
