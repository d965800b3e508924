import type {
  AgentAssigned,
  AgentEvent,
  ConversationRated,
  ConversationStarted,
  EscalationTriggered,
  EventMap,
  EventName,
  Attachment,
  MessageReceived,
  Ticket,
  TicketEvent,
} from '@chat-relay/receiver-sdk';
import Joi from 'joi';
import { clientMsgId, comment, content, locale, objectId, time, uuid } from '../http/fields';

/**
 * The bodies of the ten callbacks, from which the document is generated. `Joi.object<…, true>` does not
 * compile if one of them and the receiver's type differ in their fields.
 */

const count = Joi.number().integer().min(1);
const timeOrNull = time.allow(null).required();
const escalationReason = Joi.string()
  .valid('user_requested', 'restricted_topic', 'low_confidence', 'direct')
  .id('EscalationReason');

function envelopeOf<E extends EventName>(event: E) {
  return {
    event_id: uuid.required(),
    event: Joi.string<E>().valid(event).required(),
    schema_version: Joi.string<'1'>().valid('1').required(),
    occurred_at: time.required(),
    sequence: count.required(),
    tenant_id: uuid.required(),
    conversation_id: objectId.required(),
    visitor_session_id: Joi.string()
      .pattern(/^vs_[A-Za-z0-9_-]{43}$/)
      .required(),
    user_id: Joi.string().allow(null).required(),
    replay_of: uuid,
  };
}

const ticket = Joi.object<Ticket, true>({
  ticket_id: uuid.required(),
  status: Joi.string().valid('OPEN', 'ASSIGNED', 'RESOLVED').required(),
  escalation_reason: escalationReason.allow(null).required(),
  operator_id: uuid.allow(null).required(),
  operator_display_name: Joi.string().allow(null).required(),
  created_at: time.required(),
  assigned_at: timeOrNull,
  resolved_at: timeOrNull,
}).id('CallbackTicket');

function agentFields<E extends EventName>(event: E) {
  return {
    ...envelopeOf(event),
    status: Joi.string().valid('ASSIGNED', 'WAITING', 'RESOLVED').required(),
    operator_id: uuid.required(),
    escalation_reason: escalationReason.allow(null).required(),
    claim_count: Joi.number().integer().min(0).required(),
    claimed_at: timeOrNull,
    released_at: timeOrNull,
    resolved_at: timeOrNull,
  };
}

const attachment = Joi.object<Attachment, true>({
  upload_id: Joi.string().required(),
  name: Joi.string().required(),
  type: Joi.string().required(),
  bytes: count.required(),
  width: count,
  height: count,
  sha256: Joi.string().hex().length(64).required(),
  scan: Joi.string().valid('none', 'pending', 'clean', 'infected').required(),
});

export const EVENT_BODIES: { [E in EventName]: Joi.ObjectSchema<EventMap[E]> } = {
  'conversation-started': Joi.object<ConversationStarted, true>({
    ...envelopeOf('conversation-started'),
    mode: Joi.string().valid('bot', 'human').required(),
    locale: locale.required(),
    routing_key: Joi.string().allow(null).required(),
    origin: Joi.string().required(),
    metadata: Joi.object().unknown().required(),
    started_at: time.required(),
  }),
  'message-received': Joi.object<MessageReceived, true>({
    ...envelopeOf('message-received'),
    message: Joi.object<MessageReceived['message'], true>({
      message_id: uuid.required(),
      client_msg_id: clientMsgId.required(),
      seq: count.required(),
      content: content.allow('').required(),
      created_at: time.required(),
      attachments: Joi.array().items(attachment),
      removed: Joi.boolean().valid(true),
    }).required(),
    status: Joi.string().valid('BOT', 'WAITING', 'ASSIGNED', 'RESOLVED').required(),
    owner: Joi.string().valid('bot', 'human').required(),
    owner_epoch: count.required(),
  }),
  'ticket-created': Joi.object<TicketEvent<'ticket-created'>, true>({
    ...envelopeOf('ticket-created'),
    ticket: ticket.required(),
  }),
  'ticket-assigned': Joi.object<TicketEvent<'ticket-assigned'>, true>({
    ...envelopeOf('ticket-assigned'),
    ticket: ticket.required(),
  }),
  'ticket-resolved': Joi.object<TicketEvent<'ticket-resolved'>, true>({
    ...envelopeOf('ticket-resolved'),
    ticket: ticket.required(),
  }),
  'escalation-triggered': Joi.object<EscalationTriggered, true>({
    ...envelopeOf('escalation-triggered'),
    escalation_reason: escalationReason.required(),
    triggered_at: time.required(),
  }),
  'agent-assigned': Joi.object<AgentAssigned, true>({
    ...agentFields('agent-assigned'),
    operator_display_name: Joi.string().required(),
  }),
  'agent-released': Joi.object<AgentEvent<'agent-released'>, true>(agentFields('agent-released')),
  'agent-resolved': Joi.object<AgentEvent<'agent-resolved'>, true>(agentFields('agent-resolved')),
  'conversation-rated': Joi.object<ConversationRated, true>({
    ...envelopeOf('conversation-rated'),
    rating: Joi.object<ConversationRated['rating'], true>({
      score: count.max(5).required(),
      comment: comment.allow(null).required(),
      operator_id: uuid.allow(null).required(),
      resolved_by: Joi.string().valid('bot', 'agent').required(),
      rated_at: time.required(),
    }).required(),
    replaces: uuid.allow(null).required(),
  }),
};
