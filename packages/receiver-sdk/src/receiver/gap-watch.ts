/** Events that a receiver should have received by now and has not. */
export interface Gap {
  conversation_id: string;
  expected: number;
  got: number;
}

/** The number of conversations that are watched. Beyond it, the one without events for longest is dropped. */
const MAX_CONVERSATIONS = 10_000;

/**
 * Finds gaps in the conversations' `sequence`, and reports each once. A lower number is no gap: it is a deferred event
 * or a resend. Nor is the first event seen of a conversation, which may have begun before this process.
 */
export function createGapWatch(): (event: Readonly<Record<string, unknown>>) => Gap | null {
  const highest = new Map<string, number>();

  return ({ conversation_id, sequence }) => {
    if (typeof conversation_id !== 'string' || !Number.isSafeInteger(sequence)) return null;
    const got = sequence as number;
    const last = highest.get(conversation_id);
    // Deleted first, because a Map keeps the order of the first insertion.
    highest.delete(conversation_id);
    highest.set(conversation_id, Math.max(last ?? 0, got));
    if (highest.size > MAX_CONVERSATIONS) forgetOldest(highest);
    if (last === undefined || got <= last + 1) return null;
    return { conversation_id, expected: last + 1, got };
  };
}

function forgetOldest(highest: Map<string, number>): void {
  for (const oldest of highest.keys()) {
    highest.delete(oldest);
    return;
  }
}
