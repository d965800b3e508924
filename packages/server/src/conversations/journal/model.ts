import type { EscalationReason } from '@chat-relay/receiver-sdk';
import type { ConversationStatus, SenderKind } from '@chat-relay/widget-sdk/frames';
import { attachmentsJson, type Attachment } from '../../attachments/attachment';
import type { TicketFacts } from '../../callbacks/events/events';
import {
  defineTable,
  dropColumns,
  integer,
  listColumns,
  orNull,
  pickColumns,
  text,
  type RowOf,
} from '../../platform/storage/table';
import { VISITOR_SESSIONS } from '../../visitors/model';
import type { SessionKey } from '../../visitors/session';
import type {
  ConversationState,
  LastSaid,
  Message,
  Rating,
  SaidFile,
  SessionFacts,
  Source,
} from '../rules/state';

/** The tables of conversations, and how their rows become the rules' objects. */

export const CONVERSATIONS = defineTable('conversations', ['tenant_id', 'session_id'], {
  tenant_id: text(),
  session_id: text(),
  conversation_id: text(),
  routing_key: orNull(text()),
  status: text<ConversationStatus>(),
  owner_epoch: integer(),
  operator_id: orNull(text()),
  operator_display_name: orNull(text()),
  escalation_reason: orNull(text<EscalationReason>()),
  claim_count: integer(),
  claimed_at: orNull(integer()),
  released_at: orNull(integer()),
  resolved_at: orNull(integer()),
  waiting_since: orNull(integer()),
  awaiting_bot_since: orNull(integer()),
  last_seq: integer(),
  last_event_sequence: integer(),
  visitor_read_seq: integer(),
  agent_read_seq: integer(),
  ticket_id: orNull(text()),
  started_at: integer(),
  last_message_at: orNull(integer()),
  last_said_by: orNull(text<LastSaid['kind']>()),
  last_said_at: orNull(integer()),
  last_said_preview: orNull(text()),
  /** JSON of the first file's name and type. */
  last_said_file: orNull(text()),
  unread: integer(),
  counted_since: orNull(integer()),
  counted_messages: integer(),
  unanswered_since: orNull(integer()),
  /** An operator's id, or `bot`. */
  resolver: orNull(text()),
  rating: orNull(text()),
  due_at: orNull(integer()),
  released_by: orNull(text()),
  given_by: orNull(text()),
  /** Ids of operators, with commas between them. */
  unread_for: orNull(text()),
  snoozed_until: orNull(integer()),
  /** Tags, with line feeds between them. */
  tags: orNull(text()),
});

type ConversationRow = RowOf<typeof CONVERSATIONS>;

export const TICKETS = defineTable('tickets', ['tenant_id', 'ticket_id'], {
  tenant_id: text(),
  ticket_id: text(),
  conversation_id: text(),
  status: text<TicketFacts['status']>(),
  escalation_reason: orNull(text<EscalationReason>()),
  operator_id: orNull(text()),
  operator_display_name: orNull(text()),
  created_at: integer(),
  assigned_at: orNull(integer()),
  resolved_at: orNull(integer()),
});
export type TicketRow = RowOf<typeof TICKETS>;

export const MESSAGES = defineTable('messages', ['tenant_id', 'session_id', 'seq'], {
  tenant_id: text(),
  session_id: text(),
  seq: integer(),
  message_id: text(),
  sender: text<SenderKind>(),
  sender_name: orNull(text()),
  dedupe_key: orNull(text()),
  content: text(),
  created_at: integer(),
  /** JSON; null: none. */
  sources: orNull(text()),
  /** JSON; null: none. */
  attachments: orNull(text()),
  removed_at: orNull(integer()),
});
export type MessageRow = RowOf<typeof MESSAGES>;

/** Removed messages, without their text, which is stored nowhere any more. */
export const REMOVED_MESSAGES = defineTable(
  'removed_messages',
  ['tenant_id', 'session_id', 'seq'],
  {
    tenant_id: text(),
    session_id: text(),
    seq: integer(),
    message_id: text(),
    conversation_id: text(),
    removed_at: integer(),
  },
);
export type RemovedMessageRow = RowOf<typeof REMOVED_MESSAGES>;

/** Operators' replies that are mailed to a visitor who has left, unless they are read before. */
export const AWAITED_ANSWERS = defineTable('awaited_answers', ['tenant_id', 'session_id'], {
  tenant_id: text(),
  session_id: text(),
  /** `seq` of the first such reply. */
  seq: integer(),
  answered_at: integer(),
  due_at: integer(),
});
export type AwaitedAnswerRow = RowOf<typeof AWAITED_ANSWERS>;

/** Tables of a session with its conversation and latest ticket, if any. @param hint index of the sessions to read */
export const situationTables = (hint = ''): string => `
  visitor_sessions s${hint}
  LEFT JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
  LEFT JOIN tickets t ON t.tenant_id = c.tenant_id AND t.ticket_id = c.ticket_id`;
export const SITUATION_TABLES = situationTables();

const OF_SESSION = pickColumns(
  VISITOR_SESSIONS,
  'session_id',
  'tenant_id',
  'origin',
  'locale',
  'mode',
  'routing_key',
  'metadata',
  'user_id',
  'visitor_name',
  'visitor_email',
  'visitor_attributes',
  'contact_email',
  'contact_proven',
  'expires_at',
  'ended_at',
  'erased_at',
  'current_page',
  'token_version',
);
const SHARED = ['tenant_id', 'session_id', 'routing_key'] as const;
const OF_TICKET = dropColumns(TICKETS, 'tenant_id', 'ticket_id', 'conversation_id');

export const SITUATION_COLUMNS = [
  listColumns(OF_SESSION, 's'),
  listColumns(dropColumns(CONVERSATIONS, ...SHARED, 'ticket_id'), 'c'),
  't.ticket_id',
  ...OF_TICKET.columns.map((column) => `t.${column} AS ticket_${column}`),
].join(', ');

type TicketPart = RowOf<typeof OF_TICKET>;

export type SituationRow = RowOf<typeof OF_SESSION> &
  Omit<ConversationRow, (typeof SHARED)[number] | 'conversation_id' | 'ticket_id'> & {
    /** Null: there is no conversation, and its other columns are null as well. */
    conversation_id: string | null;
    /** Null: there is no ticket, and its other columns are null as well. */
    ticket_id: string | null;
  } & { [Name in keyof TicketPart as `ticket_${Name}`]: TicketPart[Name] };

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
    contactEmail: row.contact_email,
    isContactProven: row.contact_proven === 1,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    tokenVersion: row.token_version,
    currentPage: row.current_page,
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
    unansweredSince: row.unanswered_since,
    unreadFor: row.unread_for?.split(',') ?? [],
    snoozedUntil: row.snoozed_until,
    tags: row.tags?.split('\n') ?? [],
    resolver: row.resolver,
    rating: row.rating === null ? null : (JSON.parse(row.rating) as Rating), // written below
    dueAt: row.due_at,
    releasedBy: row.released_by,
    givenBy: row.given_by,
  };
}

function lastSaidOf(row: SituationRow): LastSaid | null {
  const { last_said_by: kind, last_said_at: at, last_said_preview: preview } = row;
  if (kind === null || at === null) return null;
  const file = row.last_said_file;
  return {
    kind,
    preview: preview ?? '',
    at,
    ...(file !== null && { attachment: JSON.parse(file) as SaidFile }), // written below
  };
}

function ticketOf(row: SituationRow): TicketFacts | null {
  if (row.ticket_id === null) return null;
  return {
    ticketId: row.ticket_id,
    status: row.ticket_status,
    escalationReason: row.ticket_escalation_reason,
    operatorId: row.ticket_operator_id,
    operatorDisplayName: row.ticket_operator_display_name,
    createdAt: row.ticket_created_at,
    assignedAt: row.ticket_assigned_at,
    resolvedAt: row.ticket_resolved_at,
  };
}

export function conversationRow(session: SessionFacts, state: ConversationState): ConversationRow {
  return {
    tenant_id: session.tenantId,
    session_id: session.sessionId,
    conversation_id: state.conversationId,
    routing_key: session.routingKey,
    status: state.status,
    owner_epoch: state.ownerEpoch,
    operator_id: state.operator?.operatorId ?? null,
    operator_display_name: state.operator?.displayName ?? null,
    escalation_reason: state.escalationReason,
    claim_count: state.claimCount,
    claimed_at: state.claimedAt,
    released_at: state.releasedAt,
    resolved_at: state.resolvedAt,
    waiting_since: state.waitingSince,
    awaiting_bot_since: state.awaitingBotSince,
    last_seq: state.lastSeq,
    last_event_sequence: state.lastEventSequence,
    visitor_read_seq: state.visitorReadSeq,
    agent_read_seq: state.agentReadSeq,
    ticket_id: state.ticket?.ticketId ?? null,
    started_at: state.startedAt,
    last_message_at: state.lastMessageAt,
    last_said_by: state.lastSaid?.kind ?? null,
    last_said_at: state.lastSaid?.at ?? null,
    last_said_preview: state.lastSaid?.preview ?? null,
    last_said_file: state.lastSaid?.attachment ? JSON.stringify(state.lastSaid.attachment) : null,
    unread: state.unread,
    counted_since: state.countedSince,
    counted_messages: state.countedMessages,
    unanswered_since: state.unansweredSince,
    unread_for: state.unreadFor.join(',') || null,
    snoozed_until: state.snoozedUntil,
    tags: state.tags.join('\n') || null,
    resolver: state.resolver,
    rating: state.rating && JSON.stringify(state.rating),
    due_at: state.dueAt,
    released_by: state.releasedBy,
    given_by: state.givenBy,
  };
}

export function ticketRow(
  tenantId: string,
  conversationId: string,
  ticket: TicketFacts,
): TicketRow {
  return {
    tenant_id: tenantId,
    ticket_id: ticket.ticketId,
    conversation_id: conversationId,
    status: ticket.status,
    escalation_reason: ticket.escalationReason,
    operator_id: ticket.operatorId,
    operator_display_name: ticket.operatorDisplayName,
    created_at: ticket.createdAt,
    assigned_at: ticket.assignedAt,
    resolved_at: ticket.resolvedAt,
  };
}

export function messageRow({ tenantId, sessionId }: SessionKey, message: Message): MessageRow {
  return {
    tenant_id: tenantId,
    session_id: sessionId,
    seq: message.seq,
    message_id: message.messageId,
    sender: message.sender,
    sender_name: message.senderName,
    dedupe_key: message.dedupeKey,
    content: message.content,
    created_at: message.createdAt,
    sources: message.sources.length > 0 ? JSON.stringify(message.sources) : null,
    attachments: attachmentsJson(message.attachments),
    removed_at: null,
  };
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
    sources: row.sources === null ? [] : (JSON.parse(row.sources) as Source[]),
    ...(row.attachments !== null && {
      attachments: JSON.parse(row.attachments) as Attachment[],
    }),
    ...(row.removed_at !== null && { isRemoved: true }),
  };
}
