import { DAY, HOUR } from '../../platform/clock';
import type { ConversationState } from './state';

export type MessageCount = Pick<ConversationState, 'countedSince' | 'countedMessages'>;

/** Longest wait that a client is told: the limit may have been raised by then. */
const MAX_WAIT_MS = HOUR;

/** Counts one more visitor message, in windows of a day that begin with the first counted one. */
export function countMessage(before: MessageCount | null, now: number): MessageCount {
  const since = before?.countedSince ?? null;
  if (!before || since === null || now >= since + DAY) {
    return { countedSince: now, countedMessages: 1 };
  }
  return { countedSince: since, countedMessages: before.countedMessages + 1 };
}

/** The time until the window of a count ends, an hour at most. */
export function quotaWaitMs({ countedSince }: MessageCount, now: number): number {
  return Math.min(MAX_WAIT_MS, (countedSince ?? now) + DAY - now);
}
