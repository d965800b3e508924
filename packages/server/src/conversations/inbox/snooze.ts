import { DAY, MINUTE } from '../../platform/clock';
import { invalidField } from '../../platform/errors';
import type { ConversationFilter } from '../journal/list';
import type { ConversationsQuery } from './schemas';

const SHORTEST_MS = MINUTE;
const LONGEST_MS = 30 * DAY;

/**
 * End of a snooze, in ms.
 * @param until ISO 8601; null ends the snooze now
 * @throws {AppError} invalid_request for less than a minute or more than 30 days
 */
export function snoozeEnd(until: string | null, now: number): number | null {
  if (until === null) return null;
  const end = Date.parse(until);
  if (end >= now + SHORTEST_MS && end <= now + LONGEST_MS) return end;
  throw invalidField('until', 'out_of_range', 'must be a minute to 30 days from now');
}

/** Filter for snoozed conversations: a search finds them, and a list leaves them out unless it asks for them. */
export function snoozedIn(
  { snoozed, q, user_id: userId }: ConversationsQuery,
  now: number,
): Pick<ConversationFilter, 'snoozed' | 'now'> {
  const isSearch = q !== undefined || userId !== undefined;
  if (snoozed === undefined && isSearch) return {};
  return { snoozed: snoozed ?? false, now };
}
