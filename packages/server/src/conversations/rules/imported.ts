import type { Surroundings } from './commands';
import type { Env } from './decision';
import { Draft } from './draft';
import type { ConversationState, Message, SessionFacts } from './state';

export interface ImportedMessage {
  sender: 'visitor' | 'bot' | 'agent';
  /** Null for the visitor, and for a bot that has the name of the tenant's bot. */
  senderName: string | null;
  content: string;
  /** In ms; no earlier than the message before. */
  createdAt: number;
}

/** Surroundings of an imported conversation: all of it has happened, so nothing is announced, awaited or measured. */
const ELSEWHERE = {
  hasBot: false,
  hasRating: false,
  hasCallbacks: false,
  hours: null,
  targets: { firstAnswerMs: null, waitMs: null },
  isOperatorAvailable: false,
} as const;

/**
 * Makes an imported conversation as it would be here: resolved with its last message, and read by both sides.
 * @param messages at least one
 */
export function replay(
  session: SessionFacts,
  messages: readonly ImportedMessage[],
  {
    botName,
    voice,
    ...ids
  }: Pick<Env, 'newId' | 'newObjectId'> & Pick<Surroundings, 'botName' | 'voice'>,
): { state: ConversationState; messages: readonly Message[] } {
  const env: Env = { ...ids, now: messages[0]?.createdAt ?? 0, messagesPerDay: 0 };
  const surroundings = { ...ELSEWHERE, botName, voice };
  const draft = Draft.opened({ session, conversation: null, surroundings }, env);
  for (const { sender, senderName, content, createdAt } of messages) {
    env.now = createdAt;
    draft.say(sender, content, { ...(senderName !== null && { senderName }) });
  }
  const { state } = draft;
  Object.assign(state, {
    status: 'RESOLVED',
    resolvedAt: env.now,
    unansweredSince: null,
    unread: 0,
    visitorReadSeq: state.lastSeq,
    agentReadSeq: state.lastSeq,
  } satisfies Partial<ConversationState>);
  return { state, messages: draft.messages };
}
