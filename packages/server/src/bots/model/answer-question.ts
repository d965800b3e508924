import type { AnswerStreams } from '../../conversations/live/answer-streams';
import type { ConversationStore } from '../../conversations/journal/store';
import type { ConversationState, Message, SessionFacts } from '../../conversations/rules/state';
import type { Tenant } from '../../tenants/tenant';
import type { VisitorQuestion } from './find-passages';
import { isFollowUp } from './follow-up';
import type { ModelBot, ModelBotAnswer, Shown } from './model-bot';

/** A visitor's message that waits for the bot. */
export interface WaitingQuestion {
  session: SessionFacts;
  state: ConversationState;
  message: Message;
}

/** Answers with the model. `say` commits the answer; it is not called if the answer is not needed any more. */
export type AnswerQuestion = (
  tenant: Tenant,
  waiting: WaitingQuestion,
  say: (answer: ModelBotAnswer) => Promise<void>,
) => Promise<void>;

/** The most messages that one answer replies to. */
const MAX_ASKED = 10;
/** A follow-up needs no more of the question before it. */
const MAX_EARLIER_CHARS = 500;

export function createAnswerQuestion(options: {
  ask: ModelBot;
  streams: Pick<AnswerStreams, 'open'>;
  store: Pick<ConversationStore, 'messages'>;
}): AnswerQuestion {
  const { ask, streams, store } = options;
  /** Session → seq of the message that is being answered. A later message replaces it. */
  const latest = new Map<string, number>();

  return async (tenant, { session, state, message }, say) => {
    const { sessionId, tenantId } = session;
    const { seq } = message;
    latest.set(sessionId, seq);
    let stream: Shown | null = null;
    try {
      const question = await unanswered(session, message);
      if (latest.get(sessionId) !== seq) return;
      const answer = await ask(tenant, question, () => {
        const { conversationId, ownerEpoch } = state;
        if (latest.get(sessionId) !== seq) return null;
        stream = streams.open({ tenantId, sessionId, conversationId, ownerEpoch, seq });
        return stream;
      });
      if (answer && latest.get(sessionId) === seq) await say(answer);
    } finally {
      (stream as Shown | null)?.discard(); // what no message has confirmed
      if (latest.get(sessionId) === seq) latest.delete(sessionId);
    }
  };

  /** A visitor who writes again before the answer gets one answer to everything. */
  async function unanswered(
    session: SessionFacts,
    { seq, content }: Message,
  ): Promise<VisitorQuestion> {
    const before = await store.messages(session, { beforeSeq: seq, limit: MAX_ASKED - 1 });
    const readable = before.filter(({ isRemoved }) => !isRemoved);
    const answered = readable.findLastIndex(({ sender }) => sender !== 'visitor');
    const asked = readable.slice(answered + 1);
    const text = [...asked.map((one) => one.content), content].join('\n');
    const last = readable.slice(0, answered + 1).findLast(({ sender }) => sender === 'visitor');
    const earlier = last && isFollowUp(text) ? last.content.slice(0, MAX_EARLIER_CHARS) : null;
    return { text, earlier, locale: session.locale };
  }
}
