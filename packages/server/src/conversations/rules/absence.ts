import type { ConversationState } from './state';

type Held = Pick<ConversationState, 'claimedAt' | 'givenBy' | 'ticket'>;

/**
 * Time at which a conversation goes back to the queue if its operator stays silent. One that was transferred to an
 * absent operator stays for a whole period.
 */
export function releaseDueAt(held: Held, seenAt: number, awayReleaseMs: number): number {
  const { claimedAt, givenBy } = held;
  const from = givenBy === null ? seenAt : Math.max(seenAt, claimedAt ?? seenAt);
  return from + awayReleaseMs;
}

/** Start of the wait after a release for absence. If the operator never came, the visitor keeps the old place. */
export function waitingSinceAbsence(
  { claimedAt, ticket }: Held,
  seenAt: number | null,
  now: number,
): number {
  const assignedAt = claimedAt ?? now;
  if (seenAt !== null && seenAt > assignedAt) return seenAt;
  return ticket && ticket.status !== 'RESOLVED' ? ticket.createdAt : assignedAt;
}
