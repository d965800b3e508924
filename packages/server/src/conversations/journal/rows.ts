import type { EscalationReason } from '@chat-relay/receiver-sdk';
import type { ConversationStatus, SenderKind } from '@chat-relay/widget-sdk/frames';
import type { TicketFacts } from '../../callbacks/events/events';
import type { SqlValue } from '../../platform/storage/sql';
import type { SessionKey, SessionRow } from '../../visitors/session';
import type { ConversationState, LastSaid, Message, SessionFacts } from '../rules/state';

/** Column lists and row mapping for conversations. */

/** A session with its conversation and latest ticket, if any. */
export const SITUATION_COLUMNS = `
  s.session_id, s.tenant_id, s.origin, s.locale, s.mode, s.routing_key, s.metadata, s.user_id,
  s.visitor_name, s.visitor_email, s.visitor_attributes, s.expires_at, s.ended_at,
  s.erased_at,
  c.conversation_id, c.status, c.owner_epoch, c.operator_id, c.operator_display_name,
  c.escalation_reason, c.claim_count, c.claimed_at, c.released_at, c.resolved_at, c.waiting_since,
  c.awaiting_bot_since, c.last_seq, c.last_event_sequence, c.visitor_read_seq, c.agent_read_seq,
  c.started_at, c.last_message_at, c.last_said_by, c.last_said_at, c.last_said_preview, c.unread,
  c.counted_since, c.counted_messages,
  t.ticket_id, t.status AS ticket_status, t.escalation_reason AS ticket_reason,
  t.operator_id AS ticket_operator_id, t.operator_display_name AS ticket_operator_name,
  t.created_at AS ticket_created_at, t.assigned_at AS ticket_assigned_at,
  t.resolved_at AS ticket_resolved_at`;

export const SITUATION_TABLES = `
  visitor_sessions s
  LEFT JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
  LEFT JOIN tickets t ON t.tenant_id = c.tenant_id AND t.ticket_id = c.ticket_id`;

export interface SituationRow extends Omit<
  SessionRow,
  'widget_public_key' | 'created_at' | 'purge_at'
> {
  erased_at: number | null;
  conversation_id: string | null;
  status: ConversationStatus;
  owner_epoch: number;
  operator_id: string | null;
  operator_display_name: string | null;
  escalation_reason: EscalationReason | null;
  claim_count: number;
  claimed_at: number | null;
  released_at: number | null;
  resolved_at: number | null;
  waiting_since: number | null;
  awaiting_bot_since: number | null;
  last_seq: number;
  last_event_sequence: number;
  visitor_read_seq: number;
  agent_read_seq: number;
  started_at: number;
  last_message_at: number | null;
  last_said_by: LastSaid['kind'] | null;
  last_said_at: number | null;
  last_said_preview: string | null;
  unread: number;
  counted_since: number | null;
  counted_messages: number;
  ticket_id: string | null;
  ticket_status: TicketFacts['status'];
  ticket_reason: EscalationReason | null;
  ticket_operator_id: string | null;
  ticket_operator_name: string | null;
  ticket_created_at: number;
  ticket_assigned_at: number | null;
  ticket_resolved_at: number | null;
}

export function sessionOf(row: SituationRow): SessionFacts {
  return {
    sessionId: row.session_id,
    tenantId: row.tenant_id,
    origin: row.origin,
    locale: row.locale,
    mode: row.mode,
    routingKey: row.routing_key,
    metadata: row.metadata,
    userId: row.user_id,
    visitorName: row.visitor_name,
    visitorEmail: row.visitor_email,
    visitorAttributes: row.visitor_attributes,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    isErased: row.erased_at !== null,
  };
}

export function conversationOf(row: SituationRow): ConversationState | null {
  if (row.conversation_id === null) return null;
  return {
    conversationId: row.conversation_id,
    status: row.status,
    ownerEpoch: row.owner_epoch,
    operator:
      row.operator_id === null
        ? null
        : { operatorId: row.operator_id, displayName: row.operator_display_name ?? '' },
    escalationReason: row.escalation_reason,
    claimCount: row.claim_count,
    claimedAt: row.claimed_at,
    releasedAt: row.released_at,
    resolvedAt: row.resolved_at,
    waitingSince: row.waiting_since,
    awaitingBotSince: row.awaiting_bot_since,
    lastSeq: row.last_seq,
    lastEventSequence: row.last_event_sequence,
    visitorReadSeq: row.visitor_read_seq,
    agentReadSeq: row.agent_read_seq,
    ticket: ticketOf(row),
    startedAt: row.started_at,
    lastMessageAt: row.last_message_at,
    lastSaid: lastSaidOf(row),
    unread: row.unread,
    countedSince: row.counted_since,
    countedMessages: row.counted_messages,
  };
}

function lastSaidOf(row: SituationRow): LastSaid | null {
  const { last_said_by: kind, last_said_at: at, last_said_preview: preview } = row;
  return kind === null || at === null ? null : { kind, preview: preview ?? '', at };
}

function ticketOf(row: SituationRow): TicketFacts | null {
  if (row.ticket_id === null) return null;
  return {
    ticketId: row.ticket_id,
    status: row.ticket_status,
    escalationReason: row.ticket_reason,
    operatorId: row.ticket_operator_id,
    operatorDisplayName: row.ticket_operator_name,
    createdAt: row.ticket_created_at,
    assignedAt: row.ticket_assigned_at,
    resolvedAt: row.ticket_resolved_at,
  };
}

export const CONVERSATION_COLUMNS = [
  'tenant_id',
  'session_id',
  'conversation_id',
  'routing_key',
  'status',
  'owner_epoch',
  'operator_id',
  'operator_display_name',
  'escalation_reason',
  'claim_count',
  'claimed_at',
  'released_at',
  'resolved_at',
  'waiting_since',
  'awaiting_bot_since',
  'last_seq',
  'last_event_sequence',
  'visitor_read_seq',
  'agent_read_seq',
  'ticket_id',
  'started_at',
  'last_message_at',
  'last_said_by',
  'last_said_at',
  'last_said_preview',
  'unread',
  'counted_since',
  'counted_messages',
] as const;

export function conversationRow(session: SessionFacts, state: ConversationState): SqlValue[] {
  return [
    session.tenantId,
    session.sessionId,
    state.conversationId,
    session.routingKey,
    state.status,
    state.ownerEpoch,
    state.operator?.operatorId ?? null,
    state.operator?.displayName ?? null,
    state.escalationReason,
    state.claimCount,
    state.claimedAt,
    state.releasedAt,
    state.resolvedAt,
    state.waitingSince,
    state.awaitingBotSince,
    state.lastSeq,
    state.lastEventSequence,
    state.visitorReadSeq,
    state.agentReadSeq,
    state.ticket?.ticketId ?? null,
    state.startedAt,
    state.lastMessageAt,
    state.lastSaid?.kind ?? null,
    state.lastSaid?.at ?? null,
    state.lastSaid?.preview ?? null,
    state.unread,
    state.countedSince,
    state.countedMessages,
  ];
}

export const TICKET_COLUMNS = [
  'tenant_id',
  'ticket_id',
  'conversation_id',
  'status',
  'escalation_reason',
  'operator_id',
  'operator_display_name',
  'created_at',
  'assigned_at',
  'resolved_at',
] as const;

export function ticketRow(
  tenantId: string,
  conversationId: string,
  ticket: TicketFacts,
): SqlValue[] {
  return [
    tenantId,
    ticket.ticketId,
    conversationId,
    ticket.status,
    ticket.escalationReason,
    ticket.operatorId,
    ticket.operatorDisplayName,
    ticket.createdAt,
    ticket.assignedAt,
    ticket.resolvedAt,
  ];
}

export const MESSAGE_COLUMNS = [
  'tenant_id',
  'session_id',
  'seq',
  'message_id',
  'sender',
  'sender_name',
  'dedupe_key',
  'content',
  'created_at',
] as const;

export interface MessageRow {
  tenant_id: string;
  session_id: string;
  seq: number;
  message_id: string;
  sender: SenderKind;
  sender_name: string | null;
  dedupe_key: string | null;
  content: string;
  created_at: number;
}

export function messageRow({ tenantId, sessionId }: SessionKey, message: Message): SqlValue[] {
  return [
    tenantId,
    sessionId,
    message.seq,
    message.messageId,
    message.sender,
    message.senderName,
    message.dedupeKey,
    message.content,
    message.createdAt,
  ];
}

export function messageOf(row: MessageRow): Message {
  return {
    messageId: row.message_id,
    seq: row.seq,
    sender: row.sender,
    senderName: row.sender_name,
    dedupeKey: row.dedupe_key,
    content: row.content,
    createdAt: row.created_at,
  };
}
