interface Sequenced {
  readonly seq: number;
}

/**
 * The stored messages in the order of their `seq`, each once. After `base` nothing is missing up
 * to `cursor`; what lies beyond a gap is listed too.
 */
export interface Timeline<T extends Sequenced> {
  readonly messages: readonly T[];
  /** The list begins after this `seq`. `seq` counts from 1 without gaps: what is older is history. */
  readonly base: number;
  readonly cursor: number;
}

/** A timeline that begins after `base`. */
export function emptyTimeline(base = 0): Timeline<never> {
  return { messages: [], base, cursor: base };
}

/** Something is missing between the messages that are listed. */
export function hasGap({ messages, base, cursor }: Timeline<Sequenced>): boolean {
  return messages.length > cursor - base;
}

/**
 * Adds what came in. Repeats and what lies before the beginning change nothing, and then the very
 * same timeline comes back; a known message stays the very same object.
 */
export function merge<T extends Sequenced>(
  timeline: Timeline<T>,
  incoming: readonly T[],
  base = timeline.base,
): Timeline<T> {
  const bySeq = new Map<number, T>();
  for (const message of [...incoming, ...timeline.messages]) {
    if (message.seq > base) bySeq.set(message.seq, message);
  }
  if (base === timeline.base && bySeq.size === timeline.messages.length) return timeline;
  const messages = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  let cursor = base;
  for (const { seq } of messages) if (seq === cursor + 1) cursor = seq;
  return { messages, base, cursor };
}

/** Puts a page of older messages, the oldest first, in front. */
export function prepend<T extends Sequenced>(
  timeline: Timeline<T>,
  page: readonly T[],
): Timeline<T> {
  return merge(timeline, page, page[0] ? page[0].seq - 1 : timeline.base);
}

/** Applies what `welcome` says of the replay to come. What a jump leaves out becomes history. */
export function resume<T extends Sequenced>(
  timeline: Timeline<T>,
  { status, from }: { status: 'none' | 'ok' | 'truncated' | 'reset'; from: number | null },
): Timeline<T> {
  const base = (from ?? 1) - 1;
  if (status === 'reset') return emptyTimeline(base);
  return status === 'truncated' && base > timeline.cursor ? merge(timeline, [], base) : timeline;
}
