interface Sequenced {
  readonly seq: number;
}

/**
 * The stored messages in the order of their `seq`, each once. After `base` nothing is missing up
 * to `cursor`; what lies beyond a gap is listed too, and the gap shows as `hasGap`.
 */
export interface Timeline<T extends Sequenced> {
  readonly messages: readonly T[];
  /** The list begins after this `seq`; what is older is history not loaded. */
  readonly base: number;
  readonly cursor: number;
  readonly hasGap: boolean;
  readonly hasMoreHistory: boolean;
}

/** A timeline that begins after `base`. */
export function emptyTimeline(base = 0): Timeline<never> {
  return { messages: [], base, cursor: base, hasGap: false, hasMoreHistory: base > 0 };
}

/**
 * Adds what came in. Repeats and what lies before the beginning change nothing, and then the very
 * same timeline comes back; a known message stays the very same object.
 */
export function merge<T extends Sequenced>(
  timeline: Timeline<T>,
  incoming: readonly T[],
  { base, hasMoreHistory }: Pick<Timeline<T>, 'base' | 'hasMoreHistory'> = timeline,
): Timeline<T> {
  const bySeq = new Map<number, T>();
  for (const message of [...incoming, ...timeline.messages]) {
    if (message.seq > base) bySeq.set(message.seq, message);
  }
  const isSame = base === timeline.base && bySeq.size === timeline.messages.length;
  if (isSame && hasMoreHistory === timeline.hasMoreHistory) return timeline;
  const messages = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  const missing = messages.findIndex(({ seq }, index) => seq !== base + index + 1);
  const cursor = base + (missing < 0 ? messages.length : missing);
  return { messages, base, cursor, hasGap: missing >= 0, hasMoreHistory };
}

/** Puts a page of older messages in front; the page ends where the timeline begins. */
export function prepend<T extends Sequenced>(
  timeline: Timeline<T>,
  messages: readonly T[],
  hasMoreHistory: boolean,
): Timeline<T> {
  const base = Math.min(timeline.base, ...messages.map(({ seq }) => seq - 1));
  return merge(timeline, messages, { base, hasMoreHistory });
}

/** Applies what `welcome` says of the replay to come. What a jump leaves out becomes history. */
export function resume<T extends Sequenced>(
  timeline: Timeline<T>,
  { status, from }: { status: 'none' | 'ok' | 'truncated' | 'reset'; from: number | null },
): Timeline<T> {
  const base = (from ?? 1) - 1;
  if (status === 'reset') return emptyTimeline(base);
  if (status !== 'truncated' || base <= timeline.cursor) return timeline;
  return merge(timeline, [], { base, hasMoreHistory: true });
}
