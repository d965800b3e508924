import type { MessageHistory } from '@chat-relay/widget-sdk/rest';
import type { LinkTo } from '../../attachments/links';
import type { SessionKey } from '../../visitors/session';
import type { ConversationStore } from './store';
import { messageView } from './views';

export interface HistoryQuery {
  before_seq?: number;
  after_seq?: number;
  limit: number;
}

/** A page of a session's messages in order: after a `seq`, or the last ones before one. */
export async function readHistory(
  store: ConversationStore,
  session: SessionKey,
  { after_seq, before_seq, limit }: HistoryQuery,
  linkTo?: LinkTo,
): Promise<MessageHistory> {
  const [state, messages] = await Promise.all([
    store.ofSession(session),
    store.messages(session, {
      limit: limit + 1,
      ...(after_seq !== undefined && { afterSeq: after_seq }),
      ...(before_seq !== undefined && { beforeSeq: before_seq }),
    }),
  ]);
  const hasMore = messages.length > limit;
  const isForward = after_seq !== undefined;
  const shown = !hasMore ? messages : isForward ? messages.slice(0, limit) : messages.slice(1);
  return {
    messages: shown.map((message) => messageView(message, linkTo)),
    has_more: hasMore,
    last_seq: Math.max(state?.lastSeq ?? 0, shown.at(-1)?.seq ?? 0),
  };
}
