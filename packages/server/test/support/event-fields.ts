import type { EventName } from '@chat-relay/receiver-sdk';

const ENVELOPE = [
  'event_id',
  'event',
  'schema_version',
  'occurred_at',
  'sequence',
  'tenant_id',
  'conversation_id',
  'visitor_session_id',
  'user_id',
];

const AGENT = [
  'status',
  'operator_id',
  'escalation_reason',
  'claim_count',
  'claimed_at',
  'released_at',
  'resolved_at',
];

export const MESSAGE_FIELDS = ['message_id', 'client_msg_id', 'seq', 'content', 'created_at'];

export const TICKET_FIELDS = [
  'ticket_id',
  'status',
  'escalation_reason',
  'operator_id',
  'operator_display_name',
  'created_at',
  'assigned_at',
  'resolved_at',
];

const OWN_FIELDS: Record<EventName, string[]> = {
  'conversation-started': ['mode', 'locale', 'routing_key', 'origin', 'metadata', 'started_at'],
  'message-received': ['message', 'status', 'owner', 'owner_epoch'],
  'escalation-triggered': ['escalation_reason', 'triggered_at'],
  'ticket-created': ['ticket'],
  'ticket-assigned': ['ticket'],
  'ticket-resolved': ['ticket'],
  'agent-assigned': [...AGENT, 'operator_display_name'],
  'agent-released': AGENT,
  'agent-resolved': AGENT,
  'conversation-rated': ['rating', 'replaces'],
};

/** Every field that PROTOCOL gives an event, and no other; sorted. */
export function fieldsOf(event: EventName): string[] {
  return [...ENVELOPE, ...OWN_FIELDS[event]].toSorted();
}
