import type { Message } from '../rules/state';
import type { Turns } from '../../platform/turns';
import type { MessageRange } from './store';

export interface Resume {
  status: 'none' | 'ok' | 'truncated' | 'reset';
  /** The first and the last replayed `seq`; null if there is none. */
  from: number | null;
  to: number | null;
}

/** Limit of messages that a resume or a `sync` sends. */
const MAX_REPLAYED = 200;

/**
 * Plans what a reader that has all messages up to `since` is sent, if the last one is `lastSeq`. `seq` has no gaps, so
 * this needs no read. Live messages follow after `lastSeq`.
 */
export function planResume(since: number | null, lastSeq: number): Resume {
  if (since === null) return { status: 'none', from: null, to: null };
  const isReset = since > lastSeq;
  const isTruncated = lastSeq - since > MAX_REPLAYED;
  const after = isReset || isTruncated ? Math.max(0, lastSeq - MAX_REPLAYED) : since;
  const isEmpty = after === lastSeq;
  return {
    status: isReset ? 'reset' : isTruncated ? 'truncated' : 'ok',
    from: isEmpty ? null : after + 1,
    to: isEmpty ? null : lastSeq,
  };
}

/**
 * Messages that are read and sent in one turn: with 4,000 characters each, that keeps the event loop busy for about 2
 * ms. A commit needs several turns, so longer ones would delay every ack.
 */
const PIECE = 20;

export interface ReplayOptions {
  afterSeq: number;
  /** Last `seq` to send; 200 messages by default. */
  to?: number | undefined;
  inTurn: Turns;
  read(range: MessageRange): Promise<Message[]>;
  send(message: Message): void;
  isWanted(): boolean;
}

/** Last `seq` that the reader has now, and whether more messages follow. */
export interface Replayed {
  to: number;
  hasMore: boolean;
}

/** Sends what a reader missed, oldest first, piece by piece and in turn with all other readers. */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { afterSeq, to = afterSeq + MAX_REPLAYED, inTurn, read, send, isWanted } = options;
  let position = afterSeq;
  while (position < to && isWanted()) {
    const limit = Math.min(PIECE, to - position);
    const hasMore = await inTurn(async () => {
      const found = await read({ afterSeq: position, limit: limit + 1 });
      for (const message of found.slice(0, limit)) send(message);
      position = found.slice(0, limit).at(-1)?.seq ?? position;
      return found.length > limit;
    });
    if (!hasMore) return { to: position, hasMore };
  }
  return { to: position, hasMore: true };
}
