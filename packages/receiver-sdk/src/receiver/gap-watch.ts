/** Events that a receiver should have received by now and has not. */
export interface Gap {
  conversation_id: string;
  expected: number;
  got: number;
}

/** Limits the watched conversations; the one quiet for longest is dropped first. */
const MAX_CONVERSATIONS = 10_000;

/**
 * Finds gaps in the conversations' `sequence`, each once. A late event, one that was deferred or sent again, is
 * no gap; nor is the first event seen of a conversation, as it may have begun before this process.
 */
export function createGapWatch(): (event: Readonly<Record<string, unknown>>) => Gap | null {
  const highest = new Map<string, number>();

  return ({ conversation_id, sequence }) => {
    if (typeof conversation_id !== 'string' || !Number.isSafeInteger(sequence)) return null;
    const got = sequence as number;
    const last = highest.get(conversation_id);
    // Set again even if it is not higher: a Map keeps the order of insertion.
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
