/**
 * The ten callbacks and their bodies. The server imports these types: the consumer owns the contract.
 * Times are ISO 8601 UTC with milliseconds; ids are UUID v7 unless said otherwise.
 */

/**
 * The ten events, each the last part of its callback's path. `conversation-rated` comes only if the tenant has set
 * `rating: true`.
 */
export const EVENT_NAMES = [
  'conversation-started',
  'message-received',
  'ticket-created',
  'ticket-assigned',
  'ticket-resolved',
  'escalation-triggered',
  'agent-assigned',
  'agent-released',
  'agent-resolved',
  'conversation-rated',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

export type EscalationReason = 'user_requested' | 'restricted_topic' | 'low_confidence' | 'direct';

/** The fields that every event has. */
export interface EventEnvelope<E extends EventName = EventName> {
  /** The event's id, constant over retries: use it as the key for idempotency. */
  event_id: string;
  event: E;
  schema_version: '1';
  /** The time of the event, constant over retries. ISO 8601. */
  occurred_at: string;
  /** Counts the conversation's events from 1, without gaps. */
  sequence: number;
  tenant_id: string;
  /** 24 lower-case hex characters. */
  conversation_id: string;
  /** `vs_` and base64url. */
  visitor_session_id: string;
  /** The tenant's own user, once identified. */
  user_id: string | null;
  /** The original's `event_id`, on a forced resend only. */
  replay_of?: string;
}

export interface ConversationStarted extends EventEnvelope<'conversation-started'> {
  mode: 'bot' | 'human';
  locale: string;
  routing_key: string | null;
  origin: string;
  metadata: Record<string, unknown>;
  started_at: string;
}

/** A file of a message, without an address: `fetch/attachment` gives one that is valid for 10 minutes. */
export interface Attachment {
  upload_id: string;
  name: string;
  /** The media type, detected from the bytes: PNG, JPEG, WebP, GIF, PDF or plain text. */
  type: string;
  bytes: number;
  /** Width and height of a picture in pixels. */
  width?: number;
  height?: number;
  sha256: string;
  /** The result of the virus scan. Open no file that is `pending` or `infected`. */
  scan: 'none' | 'pending' | 'clean' | 'infected';
}

export interface MessageReceived extends EventEnvelope<'message-received'> {
  message: {
    message_id: string;
    client_msg_id: string;
    seq: number;
    /** The text; empty in a message of files alone, and in one that was removed. */
    content: string;
    created_at: string;
    attachments?: Attachment[];
    /** Set if an admin removed the message before this callback was delivered. Do not answer it. */
    removed?: true;
  };
  status: 'BOT' | 'WAITING' | 'ASSIGNED' | 'RESOLVED';
  owner: 'bot' | 'human';
  /** Send this value with the bot's messages: one with an older epoch is refused. */
  owner_epoch: number;
}

export interface EscalationTriggered extends EventEnvelope<'escalation-triggered'> {
  escalation_reason: EscalationReason;
  triggered_at: string;
}

export interface Ticket {
  ticket_id: string;
  status: 'OPEN' | 'ASSIGNED' | 'RESOLVED';
  escalation_reason: EscalationReason | null;
  operator_id: string | null;
  operator_display_name: string | null;
  created_at: string;
  assigned_at: string | null;
  resolved_at: string | null;
}

export interface TicketEvent<
  E extends 'ticket-created' | 'ticket-assigned' | 'ticket-resolved',
> extends EventEnvelope<E> {
  ticket: Ticket;
}

export interface AgentEvent<
  E extends 'agent-assigned' | 'agent-released' | 'agent-resolved',
> extends EventEnvelope<E> {
  status: 'ASSIGNED' | 'WAITING' | 'RESOLVED';
  /** The operator who claimed, released or resolved the conversation. */
  operator_id: string;
  escalation_reason: EscalationReason | null;
  claim_count: number;
  claimed_at: string | null;
  released_at: string | null;
  resolved_at: string | null;
}

export interface AgentAssigned extends AgentEvent<'agent-assigned'> {
  operator_display_name: string;
}

/** A visitor's rating of a resolved conversation. */
export interface Rating {
  /** 1 (bad) to 5 (good). */
  score: number;
  /** At most 1,000 characters. */
  comment: string | null;
  /** The operator who resolved the conversation; null if the bot did. */
  operator_id: string | null;
  resolved_by: 'bot' | 'agent';
  rated_at: string;
}

/** The visitor has rated a resolved conversation, or changed the rating. */
export interface ConversationRated extends EventEnvelope<'conversation-rated'> {
  rating: Rating;
  /** The `event_id` of the rating that this one replaces, so that it is counted once; null for the first rating. */
  replaces: string | null;
}

/** The body of each event, by event name. */
export interface EventMap {
  'conversation-started': ConversationStarted;
  'message-received': MessageReceived;
  'ticket-created': TicketEvent<'ticket-created'>;
  'ticket-assigned': TicketEvent<'ticket-assigned'>;
  'ticket-resolved': TicketEvent<'ticket-resolved'>;
  'escalation-triggered': EscalationTriggered;
  'agent-assigned': AgentAssigned;
  'agent-released': AgentEvent<'agent-released'>;
  'agent-resolved': AgentEvent<'agent-resolved'>;
  'conversation-rated': ConversationRated;
}

export type CallbackEvent = EventMap[EventName];
