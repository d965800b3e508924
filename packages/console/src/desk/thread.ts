import type { Message } from './wire';

/** The messages of both lists, in order of `seq`, each once. */
export function mergeMessages(
  known: readonly Message[],
  more: readonly Message[],
): readonly Message[] {
  const last = known.at(-1)?.seq ?? 0;
  if (more.every((message, index) => message.seq > (more[index - 1]?.seq ?? last))) {
    return [...known, ...more];
  }
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** The `seq` after which messages are missing, given the conversation's `last_seq`; null if none are. */
export function missingAfter(messages: readonly Message[], lastSeq: number): number | null {
  for (const [index, { seq }] of messages.entries()) {
    const next = messages[index + 1]?.seq ?? lastSeq + 1;
    if (next > seq + 1) return seq;
  }
  return messages.length === 0 && lastSeq > 0 ? 0 : null;
}
