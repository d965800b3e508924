import Joi from 'joi';
import { content, locale, name, objectId, readable, uuid } from '../../platform/http/fields';
import { emailAddress } from '../../platform/mail/address';
import { routingKey } from '../../operators/routing-key';
import { metadata, unforgeableUserId } from '../../visitors/schemas';
import type { ImportedConversation as StoredImport } from '../journal/imports/imported';
import type { ImportedConversation, ImportResponses } from './wire';

const MAX_CONVERSATIONS = 100;
/** Longer conversations have to be split. */
const MAX_MESSAGES = 1_000;

/** A time with its zone: a local time would be another moment on another machine. */
const moment = Joi.string()
  .isoDate()
  .pattern(/T[^T]*(?:Z|[+-]\d\d:?\d\d)$/)
  .messages({
    'string.pattern.base': 'must be a time with its zone, such as 2026-11-27T09:30:00+01:00',
  });

export interface GivenMessage {
  sender: { kind: 'visitor' | 'bot' | 'agent'; display_name?: string };
  content: string;
  created_at: string;
}

const message = Joi.object<GivenMessage>({
  sender: Joi.object({
    kind: Joi.valid('visitor', 'bot', 'agent').required(),
    display_name: name,
  }).required(),
  content: content.required(),
  created_at: moment.required(),
});

export interface GivenConversation {
  external_id: string;
  visitor?: {
    user_id?: string;
    display_name?: string;
    email?: string;
    attributes?: Record<string, unknown>;
  };
  locale?: string;
  routing_key?: string;
  metadata?: Record<string, unknown>;
  messages: GivenMessage[];
}

const conversation = Joi.object<GivenConversation>({
  external_id: readable().max(128, 'utf8').required(),
  visitor: Joi.object({
    user_id: unforgeableUserId,
    display_name: name,
    email: emailAddress,
    attributes: metadata,
  }),
  locale,
  routing_key: routingKey,
  metadata,
  messages: Joi.array().items(message).min(1).max(MAX_MESSAGES).required(),
});

export interface ImportBody {
  tenant_id: string;
  conversations: GivenConversation[];
  dry_run?: boolean;
}

export const importBody = Joi.object<ImportBody>({
  tenant_id: uuid.required(),
  conversations: Joi.array().items(conversation).min(1).max(MAX_CONVERSATIONS).required(),
  dry_run: Joi.boolean(),
});

export const importAnswer = Joi.object<ImportResponses['console/import/conversations'], true>({
  conversations: Joi.array()
    .items(
      Joi.object<ImportedConversation, true>({
        external_id: Joi.string().required(),
        outcome: Joi.string().valid('imported', 'existing', 'too_old').required(),
        conversation_id: objectId.allow(null).required(),
      }),
    )
    .required(),
});

export function toImported(given: GivenConversation): StoredImport {
  const { visitor = {}, messages } = given;
  return {
    externalId: given.external_id,
    visitor: {
      userId: visitor.user_id ?? null,
      displayName: visitor.display_name ?? null,
      email: visitor.email ?? null,
      attributes: visitor.attributes ?? null,
    },
    locale: given.locale ?? null,
    routingKey: given.routing_key ?? null,
    metadata: given.metadata ?? {},
    messages: messages.map(({ sender, content: text, created_at }) => ({
      sender: sender.kind,
      senderName: sender.display_name ?? null,
      content: text,
      createdAt: Date.parse(created_at),
    })),
  };
}
