import type { EventEnvelope, EventMap, EventName } from '../events';

type Facts = { [E in EventName]: Omit<EventMap[E], keyof EventEnvelope> };

const OPERATOR_ID = '0190f3c2-7a5b-7c3d-8e9f-00000000a9e1';

/**
 * Makes a realistic body of an event, new with each call, for a tenant's own tests. Sign it with `signCallback`.
 *
 * @throws TypeError for an event that doesn't exist.
 * @example
 * const event = createTestCallback('message-received', { tenant_id: tenantId });
 * const { path, headers, body } = signCallback({ secret, event });
 */
export function createTestCallback<E extends EventName>(
  event: E,
  changes: Partial<EventMap[E]> = {},
): EventMap[E] {
  const now = new Date().toISOString();
  const facts = factsOf(now)[event];
  if (facts === undefined) throw new TypeError(`there is no event ${String(event)}`);
  const envelope = {
    event_id: uuidV7(),
    event,
    schema_version: '1' as const,
    occurred_at: now,
    sequence: 1,
    tenant_id: '0190f3c2-7a5b-7c3d-8e9f-0a1b2c3d4e5f',
    conversation_id: '65920080a1b2c3d4e5f60718',
    visitor_session_id: 'vs_5Zc0l9nTqk2hVxw1',
    user_id: null,
  };
  // The type is a union by `event`, which TypeScript can't derive from the two parts.
  return { ...envelope, ...facts, ...changes } as unknown as EventMap[E];
}

function factsOf(now: string): { [E in EventName]: object } {
  const ticket = {
    ticket_id: uuidV7(),
    status: 'OPEN' as const,
    escalation_reason: 'user_requested' as const,
    operator_id: null,
    operator_display_name: null,
    created_at: now,
    assigned_at: null,
    resolved_at: null,
  };
  const assigned = {
    operator_id: OPERATOR_ID,
    operator_display_name: 'Camille',
    assigned_at: now,
  };
  const agent = {
    operator_id: OPERATOR_ID,
    escalation_reason: 'user_requested' as const,
    claim_count: 1,
    claimed_at: now,
    released_at: null,
    resolved_at: null,
  };
  return {
    'conversation-started': {
      mode: 'bot',
      locale: 'fr',
      routing_key: null,
      origin: 'https://shop.example',
      metadata: { page: '/delivery' },
      started_at: now,
    },
    'message-received': {
      message: {
        message_id: uuidV7(),
        client_msg_id: uuidV7(),
        seq: 1,
        content: 'Où est ma commande ?',
        created_at: now,
      },
      status: 'BOT',
      owner: 'bot',
      owner_epoch: 1,
    },
    'escalation-triggered': { escalation_reason: 'user_requested', triggered_at: now },
    'ticket-created': { ticket },
    'ticket-assigned': { ticket: { ...ticket, ...assigned, status: 'ASSIGNED' } },
    'ticket-resolved': {
      ticket: { ...ticket, ...assigned, status: 'RESOLVED', resolved_at: now },
    },
    'agent-assigned': { ...agent, status: 'ASSIGNED', operator_display_name: 'Camille' },
    'agent-released': { ...agent, status: 'WAITING', released_at: now },
    'agent-resolved': { ...agent, status: 'RESOLVED', resolved_at: now },
    'conversation-rated': {
      rating: {
        score: 5,
        comment: 'Merci, tout est clair.',
        operator_id: OPERATOR_ID,
        resolved_by: 'agent',
        rated_at: now,
      },
      replaces: null,
    },
  } satisfies Facts;
}

function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  // A version 4 id has random bits and the variant in the places where version 7 has them.
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
