import type {
  EventEnvelope,
  EventMap,
  EventName,
  EscalationReason,
} from '@chat-relay/receiver-sdk';
import type { Attachment } from '../../attachments/attachment';
import { attachmentView } from '../../attachments/view';
import { iso, isoOrNull } from '../../platform/clock';

/** The state from which the fields of the ten events are read, just after the cause. Times are in ms. */
export interface EventSubject {
  session: {
    tenantId: string;
    sessionId: string;
    userId: string | null;
    mode: 'bot' | 'human';
    locale: string;
    routingKey: string | null;
    origin: string;
    /** JSON text of an object. */
    metadata: string;
  };
  conversation: {
    conversationId: string;
    status: 'BOT' | 'WAITING' | 'ASSIGNED' | 'RESOLVED';
    ownerEpoch: number;
    escalationReason: EscalationReason | null;
    claimCount: number;
    startedAt: number;
    claimedAt: number | null;
    releasedAt: number | null;
    resolvedAt: number | null;
    ticket: TicketFacts | null;
  };
}

export interface RatingFacts {
  score: number;
  comment: string | null;
  operatorId: string | null;
  resolvedBy: 'bot' | 'agent';
  ratedAt: number;
}

export interface TicketFacts {
  ticketId: string;
  status: 'OPEN' | 'ASSIGNED' | 'RESOLVED';
  escalationReason: EscalationReason | null;
  operatorId: string | null;
  operatorDisplayName: string | null;
  createdAt: number;
  assignedAt: number | null;
  resolvedAt: number | null;
}

/** Facts that are not in the state: the time, the message, and the like. */
export interface EventCause {
  at: number;
  message?: {
    messageId: string;
    clientMsgId: string;
    seq: number;
    content: string;
    createdAt: number;
    attachments?: readonly Attachment[];
  };
  operator?: { operatorId: string; displayName: string };
  rating?: RatingFacts;
  replaces?: string | null;
}

/** An event, ready to be stored and sent: `body` is what the tenant receives. */
export interface OutboxEvent {
  tenantId: string;
  conversationId: string;
  sequence: number;
  eventId: string;
  event: EventName;
  body: object;
  createdAt: number;
}

type Fields<E extends EventName> = Omit<EventMap[E], keyof EventEnvelope>;
type FieldTable = {
  [E in EventName]: (subject: EventSubject, cause: EventCause) => Fields<E>;
};

/** The ten events, each with its fields beyond the envelope. */
const FIELDS: FieldTable = {
  'conversation-started': ({ session, conversation }) => ({
    mode: session.mode,
    locale: session.locale,
    routing_key: session.routingKey,
    origin: session.origin,
    metadata: JSON.parse(session.metadata) as Record<string, unknown>,
    started_at: iso(conversation.startedAt),
  }),
  'message-received': ({ conversation }, cause) => {
    const message = must(cause.message, 'message');
    return {
      message: {
        message_id: message.messageId,
        client_msg_id: message.clientMsgId,
        seq: message.seq,
        content: message.content,
        created_at: iso(message.createdAt),
        ...(message.attachments && {
          attachments: message.attachments.map((attachment) => attachmentView(attachment)),
        }),
      },
      status: conversation.status,
      owner: conversation.status === 'BOT' ? 'bot' : 'human',
      owner_epoch: conversation.ownerEpoch,
    };
  },
  'escalation-triggered': ({ conversation }, cause) => ({
    escalation_reason: must(conversation.escalationReason, 'escalation reason'),
    triggered_at: iso(cause.at),
  }),
  'ticket-created': ticketFields,
  'ticket-assigned': ticketFields,
  'ticket-resolved': ticketFields,
  'agent-assigned': (subject, cause) => ({
    ...agentFields(subject, cause),
    operator_display_name: must(cause.operator, 'operator').displayName,
  }),
  'agent-released': agentFields,
  'agent-resolved': agentFields,
  'conversation-rated': (_subject, { rating, replaces }) => {
    const { score, comment, operatorId, resolvedBy, ratedAt } = must(rating, 'rating');
    return {
      rating: {
        score,
        comment,
        operator_id: operatorId,
        resolved_by: resolvedBy,
        rated_at: iso(ratedAt),
      },
      replaces: replaces ?? null,
    };
  },
};

export function createEvent(
  event: EventName,
  subject: EventSubject,
  cause: EventCause,
  ids: { eventId: string; sequence: number },
): OutboxEvent {
  const { tenantId, sessionId, userId } = subject.session;
  const { conversationId } = subject.conversation;
  return {
    tenantId,
    conversationId,
    sequence: ids.sequence,
    eventId: ids.eventId,
    event,
    createdAt: cause.at,
    body: {
      event_id: ids.eventId,
      event,
      schema_version: '1',
      occurred_at: iso(cause.at),
      sequence: ids.sequence,
      tenant_id: tenantId,
      conversation_id: conversationId,
      visitor_session_id: sessionId,
      user_id: userId,
      ...FIELDS[event](subject, cause),
    } satisfies EventEnvelope,
  };
}

function ticketFields(subject: EventSubject): Fields<'ticket-created'> {
  const ticket = must(subject.conversation.ticket, 'ticket');
  return {
    ticket: {
      ticket_id: ticket.ticketId,
      status: ticket.status,
      escalation_reason: ticket.escalationReason,
      operator_id: ticket.operatorId,
      operator_display_name: ticket.operatorDisplayName,
      created_at: iso(ticket.createdAt),
      assigned_at: isoOrNull(ticket.assignedAt),
      resolved_at: isoOrNull(ticket.resolvedAt),
    },
  };
}

function agentFields({ conversation }: EventSubject, cause: EventCause): Fields<'agent-released'> {
  const { status, escalationReason, claimCount, claimedAt, releasedAt, resolvedAt } = conversation;
  if (status === 'BOT') throw new TypeError('an agent event of a conversation that the bot has');
  return {
    status,
    operator_id: must(cause.operator, 'operator').operatorId,
    escalation_reason: escalationReason,
    claim_count: claimCount,
    claimed_at: isoOrNull(claimedAt),
    released_at: isoOrNull(releasedAt),
    resolved_at: isoOrNull(resolvedAt),
  };
}

function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new TypeError(`this event needs a ${what}`);
  return value;
}
