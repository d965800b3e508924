import type { EscalationReason } from '@chat-relay/receiver-sdk';
import type { ConversationStatus, SenderKind } from '@chat-relay/widget-sdk/frames';
import type { Attachment } from '../../attachments/attachment';
import type { TicketFacts } from '../../callbacks/events/events';
import type { VisitorSession } from '../../visitors/session';

export const CONVERSATION_STATUSES = [
  'BOT',
  'WAITING',
  'ASSIGNED',
  'RESOLVED',
] as const satisfies readonly ConversationStatus[];

/** A conversation as stored. Times in ms. */
export interface ConversationState {
  conversationId: string;
  status: ConversationStatus;
  /** Grows with each change of owner; an older epoch fences off a late bot. */
  ownerEpoch: number;
  /** The assigned operator, only while ASSIGNED. */
  operator: Assignee | null;
  escalationReason: EscalationReason | null;
  claimCount: number;
  claimedAt: number | null;
  releasedAt: number | null;
  resolvedAt: number | null;
  /** Who resolved it last: an operator's id, or `bot`. Null: never resolved, or by a relay that kept no note of it. */
  resolver: string | null;
  /** The latest rating; it may be of an earlier resolution: see `currentRating`. */
  rating: Rating | null;
  waitingSince: number | null;
  /** Since when a visitor's message has waited for the bot's answer. */
  awaitingBotSince: number | null;
  /** Since when the visitor's first message has waited for the conversation's first answer; null: it doesn't. */
  unansweredSince: number | null;
  /** When the visitor should be answered or claimed, by the tenant's targets; null: no target applies. */
  dueAt: number | null;
  /** Who gave it back to the queue; null once someone has claimed it. */
  releasedBy: string | null;
  /** Who has given it to an operator who was not there, and has not written since; null: no one. */
  givenBy: string | null;
  lastSeq: number;
  lastEventSequence: number;
  visitorReadSeq: number;
  agentReadSeq: number;
  /** The latest ticket; a resolved one stays until the next is opened. */
  ticket: TicketFacts | null;
  startedAt: number;
  lastMessageAt: number | null;
  /** The latest message of a person or the bot. */
  lastSaid: LastSaid | null;
  /** Visitor messages after `agentReadSeq`. */
  unread: number;
  /** Operators who want to look at it again. */
  unreadFor: readonly string[];
  /** What operators sort it by, in the order in which they wrote it. */
  tags: readonly string[];
  /** Left out of the lists until then; null: it isn't snoozed. */
  snoozedUntil: number | null;
  /** How many visitor messages the quota has counted, and since when. */
  countedSince: number | null;
  countedMessages: number;
}

/** What the visitor thought of a resolved conversation. */
export interface Rating {
  /** 1 to 5. */
  score: number;
  comment: string | null;
  /** Who resolved it; null for the bot. */
  operatorId: string | null;
  resolvedBy: 'bot' | 'agent';
  /** When the rated resolution was. */
  resolvedAt: number;
  ratedAt: number;
  /** Before its changes. */
  firstRatedAt: number;
  /** Of its event; null: none was written. */
  eventId: string | null;
}

/** The rating of the resolution that the conversation is in now. */
export function currentRating({
  status,
  resolvedAt,
  rating,
}: Pick<ConversationState, 'status' | 'resolvedAt' | 'rating'>): Rating | null {
  return status === 'RESOLVED' && rating?.resolvedAt === resolvedAt ? rating : null;
}

/** What a list shows of a file. */
export type SaidFile = Pick<Attachment, 'name' | 'type'>;

export interface LastSaid {
  kind: Exclude<SenderKind, 'system'>;
  /** At most 140 code points, on one line. */
  preview: string;
  at: number;
  /** Its first file, if it has any. */
  attachment?: SaidFile;
}

export interface Assignee {
  operatorId: string;
  displayName: string;
}

/** The visitor's session; it doesn't change with the conversation. */
export interface SessionFacts extends Pick<
  VisitorSession,
  | 'sessionId'
  | 'tenantId'
  | 'origin'
  | 'locale'
  | 'mode'
  | 'routingKey'
  | 'metadata'
  | 'userId'
  | 'visitorName'
  | 'visitorEmail'
  | 'contactEmail'
  | 'isContactProven'
  | 'expiresAt'
  | 'endedAt'
  | 'tokenVersion'
> {
  /** Unverified JSON text from the page. */
  visitorAttributes: string | null;
  /** JSON of the page that the visitor is on; null: none is known. */
  currentPage: string | null;
  /** Content and identity are erased: nothing can be added any more. */
  isErased: boolean;
}

/** Where a bot has its answer from. */
export interface Source {
  title: string;
  /** Null: it is not published. */
  url: string | null;
}

/** An answer of the bot that was not sent: operators may use it until one of them has the conversation. */
export interface Suggestion {
  /** At most 4,000 code points. */
  content: string;
  /** Codes of what the answer failed. */
  reasons: readonly string[];
  /** In ms. */
  at: number;
}

/** One line of a conversation. */
export interface Message {
  messageId: string;
  seq: number;
  sender: SenderKind;
  senderName: string | null;
  /** The writer and its `client_msg_id`; null for lines that are never repeated. */
  dedupeKey: string | null;
  content: string;
  createdAt: number;
  /** The drafts that showed it before. Not stored: it is on the message only as it is committed. */
  streamId?: string;
  /** What a bot's message quotes; empty for every other message. */
  sources: readonly Source[];
  /** Left out without files. */
  attachments?: readonly Attachment[];
  /** An admin has taken it back out of sight: it has no content and no files any more. */
  isRemoved?: true;
}

/** What remains of a message that is taken back out of sight: that it was there, from whom and when. */
export function asRemoved({ attachments: _files, ...message }: Message): Message {
  return { ...message, content: '', sources: [], isRemoved: true };
}

/**
 * `client_msg_id`s are namespaced per writer. The writer comes last: MySQL ignores blanks at the end, and an id
 * may have some.
 */
export const dedupeKeys = {
  visitor: (clientMsgId: string) => `${clientMsgId}${VISITOR_ROOM}`,
  agent: (operatorId: string, clientMsgId: string) => `${clientMsgId}|agent:${operatorId}`,
  bot: (clientMsgId: string) => `${clientMsgId}|bot`,
};

const VISITOR_ROOM = '|visitor';

export function visitorClientMsgId(dedupeKey: string | null): string | null {
  return dedupeKey?.endsWith(VISITOR_ROOM) ? dedupeKey.slice(0, -VISITOR_ROOM.length) : null;
}

export function ownerOf(status: ConversationStatus): 'bot' | 'human' {
  return status === 'BOT' ? 'bot' : 'human';
}
