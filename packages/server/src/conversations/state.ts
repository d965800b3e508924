import type { EscalationReason } from '@chat-relay/receiver-sdk';
import type { ConversationStatus, SenderKind, SessionMode } from '@chat-relay/widget-sdk/frames';
import type { TicketFacts } from '../callbacks/events';

/** A conversation as stored. Times in ms. */
export interface ConversationState {
  conversationId: string;
  status: ConversationStatus;
  /** Grows whenever the conversation changes hands; an older one fences a late bot off. */
  ownerEpoch: number;
  /** Who has it, only while ASSIGNED. */
  operator: Operator | null;
  escalationReason: EscalationReason | null;
  claimCount: number;
  claimedAt: number | null;
  releasedAt: number | null;
  resolvedAt: number | null;
  waitingSince: number | null;
  /** When the visitor last wrote something that the bot has not answered yet. */
  awaitingBotSince: number | null;
  lastSeq: number;
  lastEventSequence: number;
  visitorReadSeq: number;
  agentReadSeq: number;
  /** The latest ticket; a resolved one stays until the next is opened. */
  ticket: TicketFacts | null;
  startedAt: number;
  lastMessageAt: number | null;
}

export interface Operator {
  operatorId: string;
  displayName: string;
}

/** What is known of the visitor's session; it doesn't change with the conversation. */
export interface SessionFacts {
  sessionId: string;
  tenantId: string;
  origin: string;
  /** As the page asked for it; system lines fall back to a language that is spoken here. */
  locale: string;
  mode: SessionMode;
  routingKey: string | null;
  metadata: string;
  userId: string | null;
  visitorName: string | null;
  visitorEmail: string | null;
  /** Unverified JSON text from the page. */
  visitorAttributes: string | null;
  expiresAt: number;
  endedAt: number | null;
  /** Its content and identity are gone: nothing is added any more, by nobody. */
  isErased: boolean;
}

/** One line of a conversation. */
export interface Message {
  messageId: string;
  seq: number;
  sender: SenderKind;
  senderName: string | null;
  /** Whose `client_msg_id` it is, and the id; null for lines that nobody repeats. */
  dedupeKey: string | null;
  content: string;
  createdAt: number;
}

/** Each writer has its own room of `client_msg_id`s, so that none can occupy another's. */
export const dedupeKeys = {
  visitor: (clientMsgId: string) => `v:${clientMsgId}`,
  agent: (operatorId: string, clientMsgId: string) => `a:${operatorId}:${clientMsgId}`,
  bot: (clientMsgId: string) => `b:${clientMsgId}`,
};

export function visitorClientMsgId(dedupeKey: string | null): string | null {
  return dedupeKey?.startsWith('v:') ? dedupeKey.slice(2) : null;
}

export function ownerOf(status: ConversationStatus): 'bot' | 'human' {
  return status === 'BOT' ? 'bot' : 'human';
}
