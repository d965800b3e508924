import type { OutboxEvent } from '../../callbacks/events/events';
import type { Attachment } from '../../attachments/attachment';
import type { PlainCode } from '../../platform/errors';
import type { Surroundings } from './commands';
import type { ConversationState, Message, SessionFacts, Suggestion } from './state';

export interface Situation {
  session: SessionFacts;
  /** Null before the first message. */
  conversation: ConversationState | null;
  surroundings: Surroundings;
  attachments?: readonly Attachment[];
}

/** Clock, ids and limits, injected to keep `decide` pure. */
export interface Env {
  now: number;
  newId(): string;
  newObjectId(): string;
  /** `LIMIT_MESSAGES_PER_SESSION_DAY` */
  messagesPerDay: number;
}

export interface Change {
  kind: 'change';
  state: ConversationState;
  messages: Message[];
  events: OutboxEvent[];
  receipts: { by: 'visitor' | 'agent'; seq: number }[];
  /** The message that the command itself wrote. */
  message: Message | null;
  /** Replaces the stored suggestion; null removes it; left out, it stays. */
  suggestion?: Suggestion | null;
}

/** The conversation is already as the command wants it. */
export interface Unchanged {
  kind: 'unchanged';
  state: ConversationState | null;
}

export type Refusal =
  | {
      kind: 'refusal';
      code: PlainCode;
      data?: Record<string, unknown>;
      retryAfterS?: number;
    }
  | { kind: 'refusal'; code: 'state_conflict'; message: string };

export type Decision = Change | Unchanged | Refusal;
