interface Sequenced {
  readonly seq: number;
}

/**
 * The stored messages in the order of their `seq`, each once. Between `base` and `cursor` nothing is missing;
 * messages beyond a gap are listed too.
 */
export interface Timeline<T extends Sequenced> {
  readonly messages: readonly T[];
  /** The `seq` before the first listed message. Messages up to here are history, which may be loaded. */
  readonly base: number;
  readonly cursor: number;
}

/** A timeline that begins after `base`. */
export function emptyTimeline(base = 0): Timeline<never> {
  return { messages: [], base, cursor: base };
}

/** True if messages between the listed ones are missing. */
export function hasGap({ messages, base, cursor }: Timeline<Sequenced>): boolean {
  return messages.length > cursor - base;
}

/**
 * Adds new messages. If nothing changes, the same timeline object is returned; a known message stays the same
 * object.
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

/** Puts a page of older messages, oldest first, at the front. */
export function prepend<T extends Sequenced>(
  timeline: Timeline<T>,
  page: readonly T[],
): Timeline<T> {
  return merge(timeline, page, page[0] ? page[0].seq - 1 : timeline.base);
}

/** Applies the replay that `welcome` announces. After a jump in `seq`, the skipped messages become history. */
export function resume<T extends Sequenced>(
  timeline: Timeline<T>,
  { status, from }: { status: 'none' | 'ok' | 'truncated' | 'reset'; from: number | null },
): Timeline<T> {
  const base = (from ?? 1) - 1;
  if (status === 'reset') return emptyTimeline(base);
  return status === 'truncated' && base > timeline.cursor ? merge(timeline, [], base) : timeline;
}
