import { EVENT_NAMES, VERIFICATION_CODES, type EventName } from '@chat-relay/receiver-sdk';
import type { JsonSchema, Operation, PathItem } from './document';
import { EVENT_BODIES } from './events';
import { TENANT_SIGNATURE } from './operation';
import { jsonSchemaOf, type NamedSchemas } from './schema';

export const WEBHOOK_TAG = {
  name: 'Callbacks',
  description:
    "What the relay posts to a tenant's backend, at `{callback_url_base}/api/v1/chat-callbacks/<event>`.",
};

const SUMMARIES: Record<EventName, string> = {
  'conversation-started': 'A conversation was opened',
  'message-received': 'The visitor sent a message',
  'ticket-created': 'A ticket was created: a person was requested',
  'ticket-assigned': 'A ticket was taken by an operator',
  'ticket-resolved': 'A ticket was resolved',
  'escalation-triggered': 'A conversation was escalated from the bot to a person',
  'agent-assigned': 'An operator took the conversation',
  'agent-released': 'The operator gave the conversation back to the queue',
  'agent-resolved': 'The operator marked the conversation resolved',
  'conversation-rated': 'The visitor rated a resolved conversation; sent with `rating: true` only',
};

/** The ten callbacks, with the responses of their receiver. */
export function webhooks(named: NamedSchemas): Record<EventName, PathItem> {
  return Object.fromEntries(
    EVENT_NAMES.map((event) => [event, { post: webhookOf(event, named) }]),
  ) as Record<EventName, PathItem>;
}

function webhookOf(event: EventName, named: NamedSchemas): Operation {
  return {
    operationId: `receive${event
      .split('-')
      .map((word) => word[0]?.toUpperCase() + word.slice(1))
      .join('')}`,
    tags: [WEBHOOK_TAG.name],
    summary: SUMMARIES[event],
    security: [TENANT_SIGNATURE],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: jsonSchemaOf(EVENT_BODIES[event], 'output', named) },
      },
    },
    responses: {
      200: json('Received. Any 2xx ends the delivery.', RECEIVED),
      401: json('Not verified; the relay tries again.', REFUSED),
      500: { description: 'A handler failed; the relay tries again.' },
      503: { description: 'A store failed; the relay tries again.' },
    },
  };
}

function json(description: string, schema: JsonSchema) {
  return { description, content: { 'application/json': { schema } } };
}

const RECEIVED: JsonSchema = {
  type: 'object',
  required: ['received'],
  properties: { received: { type: 'boolean', const: true } },
};

const REFUSED: JsonSchema = {
  type: 'object',
  required: ['received', 'error'],
  properties: {
    received: { type: 'boolean', const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: [...VERIFICATION_CODES] },
        message: { type: 'string' },
      },
    },
  },
};
