import { isDeepStrictEqual } from 'node:util';
import { EVENT_NAMES, VERIFICATION_CODES, type EventName } from '@chat-relay/receiver-sdk';
import {
  reference,
  type JsonSchema,
  type Operation,
  type PathItem,
  type ResponseObject,
  type NamedSchemas,
} from './document';
import { EVENT_BODIES } from './events';
import { TENANT_SIGNATURE } from './operation';
import { jsonSchemaOf } from './schema';

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
  const bodies = EVENT_NAMES.map((event) => jsonSchemaOf(EVENT_BODIES[event], 'output', named));
  const isCommon = ([name, field]: [string, JsonSchema]): boolean =>
    bodies.every((body) => isDeepStrictEqual(fieldsOf(body)[name], field));
  const common = Object.entries(fieldsOf(bodies[0]!)).filter(isCommon);
  const names = new Set(common.map(([name]) => name));
  named['CallbackEvent'] = withFields(bodies[0]!, (name) => names.has(name));
  return Object.fromEntries(
    EVENT_NAMES.map((event, at) => {
      const own = withFields(bodies[at]!, (name) => !names.has(name));
      const body = { allOf: [reference('schemas', 'CallbackEvent'), own] };
      return [event, { post: webhookOf(event, body) }];
    }),
  ) as Record<EventName, PathItem>;
}

function fieldsOf(body: JsonSchema): Record<string, JsonSchema> {
  return body['properties'] as Record<string, JsonSchema>;
}

/** The schema with some of its fields. */
function withFields(body: JsonSchema, isWanted: (name: string) => boolean): JsonSchema {
  return {
    type: 'object',
    required: (body['required'] as string[]).filter(isWanted),
    properties: Object.fromEntries(
      Object.entries(fieldsOf(body)).filter(([name]) => isWanted(name)),
    ),
  };
}

function webhookOf(event: EventName, body: JsonSchema): Operation {
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
      content: { 'application/json': { schema: body } },
    },
    responses: {
      200: reference('responses', 'CallbackReceived'),
      401: reference('responses', 'CallbackRefused'),
      500: { description: 'A handler failed; the relay tries again.' },
      503: { description: 'A store failed; the relay tries again.' },
    },
  };
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

function json(description: string, schema: JsonSchema): ResponseObject {
  return { description, content: { 'application/json': { schema } } };
}

/** The responses of a receiver, the same for each callback. */
export const WEBHOOK_RESPONSES = {
  CallbackReceived: json('Received. Any 2xx ends the delivery.', RECEIVED),
  CallbackRefused: json('Not verified; the relay tries again.', REFUSED),
};
