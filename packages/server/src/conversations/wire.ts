import type { Conversation as TenantConversation, Ticket } from '@chat-relay/receiver-sdk';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { MessageHistory } from '@chat-relay/widget-sdk/rest';
import type { EmptyResponse, PageResponse } from '../platform/http/wire';
import type { Match } from '../search/wire';
import type { VisitorBlocking } from '../visitors/blocks/wire';
import type { PageVisit } from '../visitors/wire';

/** Types of what operators read of conversations, over HTTP and in the live feed. Times are ISO 8601 UTC. */

/** A conversation as operators see it: a row of the inbox. */
export interface Conversation extends TenantConversation {
  page: PageVisit | null;
  tags: string[];
  visitor: TenantConversation['visitor'] & {
    is_erased: boolean;
  };
}

export interface ListedConversation extends Conversation {
  /** Present only in a search. Null: the words are no longer there, or not where the search looks. */
  match?: Match | null;
}

/** An answer of the bot that was not sent. */
export interface Suggestion {
  content: string;
  at: string;
  /** Codes of the checks that it failed. */
  reasons: string[];
}

/** One conversation, with fields that lists leave out. */
export interface OpenConversation {
  conversation: Conversation & { visitor: VisitorBlocking };
  /** Last ten pages of the visitor, the latest first. */
  pages: PageVisit[];
  suggestion: Suggestion | null;
}

export interface Note {
  note_id: string;
  operator_id: string;
  operator_display_name: string;
  content: string;
  created_at: string;
}

export interface ListedTicket extends Ticket {
  tenant_id: string;
  conversation_id: string;
}

/** `duplicate` marks the response to a repeated `client_msg_id`. */
export interface SentMessage {
  message: MessageView;
  duplicate?: true;
}

/** Number of a tenant's conversations in each status. */
export interface TenantQueue {
  tenant_id: string;
  bot: number;
  waiting: number;
  assigned: number;
  /** Number that is assigned to the caller. */
  mine: number;
  /** Null: no visitor waits. */
  longest_wait_s: number | null;
}

export interface QueueSummary {
  tenants: TenantQueue[];
  operators: { online: number; absent: number; away: number };
}

/** Action for each of many conversations, as the route of one conversation does it. */
export type BulkAction =
  | { type: 'claim' | 'resolve' }
  | { type: 'transfer'; operator_id: string; force?: boolean }
  | { type: 'tag'; tags: readonly string[] };

/** Result for one of many conversations: its state now, or why nothing changed. */
export interface BulkResult {
  conversation_id: string;
  conversation?: Conversation;
  error?: BulkError;
}

/** Refusal as the route of one conversation gives it, with all of its fields. */
export interface BulkError {
  code: string;
  message: string;
  /** The operator who has the conversation, where that is the reason. */
  operator_display_name?: string;
  claimed_at?: string;
}

export interface OneConversation {
  conversation: Conversation;
}

export interface ConversationResponses {
  'console/fetch/conversations': PageResponse<'conversations', ListedConversation>;
  'console/fetch/queue-summary': QueueSummary;
  'console/fetch/conversation': OpenConversation;
  'console/fetch/messages': MessageHistory;
  'console/fetch/tickets': PageResponse<'tickets', ListedTicket>;
  'console/fetch/tags': { tags: readonly string[] };
  'console/claim/conversation': OneConversation;
  'console/release/conversation': OneConversation;
  'console/resolve/conversation': OneConversation;
  'console/unread/conversation': OneConversation;
  'console/snooze/conversation': OneConversation;
  'console/transfer/conversation': OneConversation;
  'console/read/conversation': OneConversation;
  'console/update/conversation': OneConversation;
  'console/update/conversations': { results: BulkResult[] };
  'console/send/message': SentMessage;
  'console/remove/message': { message: MessageView };
  'console/send/typing': EmptyResponse;
  'console/create/note': { note: Note };
  'console/fetch/notes': PageResponse<'notes', Note>;
  'console/remove/note': { note: Note };
}
