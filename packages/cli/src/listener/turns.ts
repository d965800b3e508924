/** A callback of the relay's log, with the bytes to forward. */
export interface LoggedCallback {
  eventId: string;
  conversationId: string;
  event: string;
  sequence: number;
  /** True of a copy by `resend --force`, which has no place in the order. */
  isCopy: boolean;
  createdAtMs: number;
  bodyText: string;
}

/** Decides which callback is next in each conversation. */
export interface Turns {
  /** Adds a callback that a reading found, unless it is known already. */
  add(callback: LoggedCallback): void;
  beginSweep(): void;
  endSweep(): void;
  /** Returns the callback of a conversation that may be sent now, or null. */
  next(conversationId: string): LoggedCallback | null;
  /** Marks a callback as forwarded, so that the next one may be sent. */
  pass(callback: LoggedCallback): void;
  conversations(): string[];
  /** True if a callback waits for another sweep to find nothing before it. */
  isHolding(): boolean;
  /** True if a callback may be sent now, in any conversation. */
  isAnyonesTurn(): boolean;
  waiting(): number;
  oldest(): LoggedCallback | null;
}

interface Waiting extends LoggedCallback {
  /** The number of sweeps that had begun when it was found. */
  foundIn: number;
}

interface Conversation {
  /** Sorted by `sequence`. */
  queue: Waiting[];
  copies: LoggedCallback[];
  /** The `sequence` of the last callback that was forwarded. */
  last: number | null;
}

/** The number of quiet conversations whose position is kept. For others, a sweep finds their callbacks again. */
const REMEMBERED = 10_000;

/**
 * Keeps the order of each conversation. A reading of the log may find `sequence` 8 before 7, because they share a
 * millisecond, or two nodes' clocks differ. So only the direct successor of the last one is sent at once. After a gap
 * the next one waits until a whole sweep that began later has found nothing in between.
 */
export function createTurns(isKnown: (eventId: string) => boolean): Turns {
  const conversations = new Map<string, Conversation>();
  const waitingIds = new Set<string>();
  let sweepsBegun = 0;
  let sweepsEnded = 0;

  const isTurnOf = (first: Waiting, last: number | null): boolean =>
    first.sequence === 1 ||
    (last !== null && first.sequence <= last + 1) ||
    first.foundIn < sweepsEnded;

  const next = (conversationId: string): LoggedCallback | null => {
    const conversation = conversations.get(conversationId);
    if (!conversation) return null;
    const { queue, copies, last } = conversation;
    const [first] = queue;
    return first && isTurnOf(first, last) ? first : (copies[0] ?? null);
  };

  return {
    add: (callback) => {
      if (waitingIds.has(callback.eventId) || isKnown(callback.eventId)) return;
      waitingIds.add(callback.eventId);
      const { conversationId } = callback;
      const conversation = conversations.get(conversationId) ?? {
        queue: [],
        copies: [],
        last: null,
      };
      conversations.set(conversationId, conversation);
      if (callback.isCopy) {
        conversation.copies.push(callback);
        return;
      }
      conversation.queue.push({ ...callback, foundIn: sweepsBegun });
      conversation.queue.sort((a, b) => a.sequence - b.sequence);
    },
    beginSweep: () => void (sweepsBegun += 1),
    endSweep: () => void (sweepsEnded = sweepsBegun),
    next,
    pass: (callback) => {
      const { eventId, conversationId, isCopy, sequence } = callback;
      const conversation = conversations.get(conversationId);
      if (!conversation || !waitingIds.delete(eventId)) return;
      const isOther = (each: LoggedCallback): boolean => each.eventId !== eventId;
      if (isCopy) conversation.copies = conversation.copies.filter(isOther);
      else {
        conversation.queue = conversation.queue.filter(isOther);
        conversation.last = Math.max(sequence, conversation.last ?? 0);
      }
      // Moved to the end of the map, so that the first entries are those that were quiet for longest.
      conversations.delete(conversationId);
      conversations.set(conversationId, conversation);
      if (conversations.size > REMEMBERED) forgetQuietest(conversations);
    },
    conversations: () =>
      [...conversations].flatMap(([id, { queue, copies }]) =>
        queue.length + copies.length > 0 ? [id] : [],
      ),
    isHolding: () =>
      [...conversations.values()].some(
        ({ queue: [first], last }) => first !== undefined && !isTurnOf(first, last),
      ),
    isAnyonesTurn: () => [...conversations.keys()].some((id) => next(id) !== null),
    waiting: () => waitingIds.size,
    oldest: () =>
      [...conversations.values()]
        .flatMap(({ queue, copies }): LoggedCallback[] => [...queue, ...copies])
        .reduce<LoggedCallback | null>(
          (oldest, each) => (oldest && oldest.createdAtMs <= each.createdAtMs ? oldest : each),
          null,
        ),
  };
}

function forgetQuietest(conversations: Map<string, Conversation>): void {
  for (const [id, { queue, copies }] of conversations) {
    if (queue.length + copies.length > 0) continue;
    conversations.delete(id);
    return;
  }
}
