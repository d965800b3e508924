import type { MessageRange } from './store';
import type { Message } from '../rules/state';

export interface Resume {
  status: 'none' | 'ok' | 'truncated' | 'reset';
  /** What is replayed, in order. */
  messages: Message[];
  from: number | null;
  to: number | null;
  /** Live messages follow after this `seq`. */
  position: number;
}

/** A page of what a reader missed: the oldest first, and whether more follows after `to`. */
interface MissedPage {
  messages: Message[];
  to: number;
  hasMore: boolean;
}

const MAX_REPLAYED = 200;

/** What a reader that has everything up to `since` gets, of a conversation that reaches `lastSeq`. */
export async function planResume(
  since: number | null,
  lastSeq: number,
  read: (range: MessageRange) => Promise<Message[]>,
): Promise<Resume> {
  if (since === null) {
    return { status: 'none', messages: [], from: null, to: null, position: lastSeq };
  }
  if (since === lastSeq) {
    return { status: 'ok', messages: [], from: null, to: null, position: lastSeq };
  }
  const isReset = since > lastSeq;
  const isTruncated = lastSeq - since > MAX_REPLAYED;
  const messages = await read({
    afterSeq: isReset || isTruncated ? Math.max(0, lastSeq - MAX_REPLAYED) : since,
    beforeSeq: lastSeq + 1,
    limit: MAX_REPLAYED,
  });
  return {
    status: isReset ? 'reset' : isTruncated ? 'truncated' : 'ok',
    messages,
    from: messages[0]?.seq ?? null,
    to: messages.at(-1)?.seq ?? null,
    position: lastSeq,
  };
}

/** Answers a `sync`: unlike a resume it begins with what was missed first. */
export async function readMissed(
  since: number,
  read: (range: MessageRange) => Promise<Message[]>,
): Promise<MissedPage> {
  const found = await read({ afterSeq: since, limit: MAX_REPLAYED + 1 });
  const messages = found.slice(0, MAX_REPLAYED);
  return { messages, to: messages.at(-1)?.seq ?? since, hasMore: found.length > MAX_REPLAYED };
}
