import { MINUTE } from '../../platform/clock';
import type { SqlValue } from '../../platform/storage/sql';

/** The least id that can have been made at a time: ids begin with it. */
export function firstIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** An id is made a moment after the time that its event happened at. */
const ID_LAG_MS = MINUTE;

/** Conditions on when events happened, which find their way through the index of ids. */
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
