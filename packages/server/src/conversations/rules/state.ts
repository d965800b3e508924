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
  /** Null unless ASSIGNED. */
  operator: Assignee | null;
  escalationReason: EscalationReason | null;
  claimCount: number;
  claimedAt: number | null;
  releasedAt: number | null;
  resolvedAt: number | null;
  /** Last resolver: an operator's id, or `bot`. Null: none, or a version of the relay that did not store it. */
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
  /** Operator who released it to the queue; null once it is claimed. */
  releasedBy: string | null;
  /** Operator who transferred it to an absent colleague; null once that one writes, and without such a transfer. */
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
  /** Ids of the operators who marked it unread. */
  unreadFor: readonly string[];
  /** Tags, in the order in which operators added them. */
  tags: readonly string[];
  /** In ms: end of the snooze, during which lists leave it out; null: it isn't snoozed. */
  snoozedUntil: number | null;
  /** How many visitor messages the quota has counted, and since when. */
  countedSince: number | null;
  countedMessages: number;
}

export interface Rating {
  /** 1 to 5. */
  score: number;
  comment: string | null;
  /** Operator who resolved it; null for the bot. */
  operatorId: string | null;
  resolvedBy: 'bot' | 'agent';
  resolvedAt: number;
  ratedAt: number;
  /** Time of the first rating, before it was changed. */
  firstRatedAt: number;
  /** Id of its event; null: none was written. */
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

export type SaidFile = Pick<Attachment, 'name' | 'type'>;

export interface LastSaid {
  kind: Exclude<SenderKind, 'system'>;
  /** At most 140 code points, on one line. */
  preview: string;
  at: number;
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

/** A document that a bot's answer quotes. */
export interface Source {
  title: string;
  /** Null: the document has no public address. */
  url: string | null;
}

/** An answer of the bot that was not sent: operators may use it until one of them has the conversation. */
export interface Suggestion {
  /** At most 4,000 code points. */
  content: string;
  /** Codes of the checks that the answer failed. */
  reasons: readonly string[];
  /** In ms. */
  at: number;
}

export interface Message {
  messageId: string;
  seq: number;
  sender: SenderKind;
  senderName: string | null;
  /** The writer and its `client_msg_id`; null for lines that are never repeated. */
  dedupeKey: string | null;
  content: string;
  createdAt: number;
  /** Stream of the drafts that showed it before. Not stored: only a message that is being committed has it. */
  streamId?: string;
  /** Documents that a bot's message quotes; empty for every other message. */
  sources: readonly Source[];
  /** Left out without files. */
  attachments?: readonly Attachment[];
  /** Removed by an admin: it has no content and no files any more. */
  isRemoved?: true;
}

/** Removed form of a message: its place, its sender and its time remain. */
export function asRemoved({ attachments: _files, ...message }: Message): Message {
  return { ...message, content: '', sources: [], isRemoved: true };
}

/** One namespace per writer. The writer comes last: MySQL ignores blanks at the end, and an id may have some. */
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
