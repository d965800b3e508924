import type { ConversationState } from './state';

type Held = Pick<ConversationState, 'claimedAt' | 'givenBy' | 'ticket'>;

/**
 * When a conversation goes back to the queue if its operator stays silent: one that was given to someone who was
 * not there stays for a whole term.
 */
export function releaseDueAt(held: Held, seenAt: number, awayReleaseMs: number): number {
  const { claimedAt, givenBy } = held;
  const from = givenBy === null ? seenAt : Math.max(seenAt, claimedAt ?? seenAt);
  return from + awayReleaseMs;
}

/** Since when the visitor has waited. One whose operator never came keeps the place in the queue. */
export function waitingSinceAbsence(
  { claimedAt, ticket }: Held,
  seenAt: number | null,
  now: number,
): number {
  const assignedAt = claimedAt ?? now;
  if (seenAt !== null && seenAt > assignedAt) return seenAt;
  return ticket && ticket.status !== 'RESOLVED' ? ticket.createdAt : assignedAt;
}
