import { isForgeableUserId } from '@chat-relay/receiver-sdk/signature';
import Joi from 'joi';
import { MAX_CONTENT_CHARS } from '../platform/message-text';
import { locale, name, patterned, readable, time, userId, uuid } from '../platform/http/fields';
import { emailAddress } from '../platform/mail/address';
import { routingKey } from '../operators/routing-key';
import { checkMetadata } from './metadata';
import type { SessionMode, WidgetConfig } from '@chat-relay/widget-sdk/frames';
import type {
  CreatedVisitorSession,
  IdentifiedVisitor,
  VisitorResponses,
  VisitorToken,
} from '@chat-relay/widget-sdk/rest';
import { FRAME_BYTES } from './widget-config';
import { ATTACHMENT_TYPES } from '../tenants/files/settings';

const publicKey = Joi.string().min(1).max(64);

type Metadata = Record<string, unknown>;

const checkedMetadata: Joi.CustomValidator<Metadata> = (value, helpers) => {
  const [problem] = checkMetadata(value);
  return problem === undefined ? value : helpers.error(`metadata.${problem}`);
};
const METADATA_MESSAGES = {
  'metadata.not_an_object': 'must be a JSON object',
  'metadata.too_deep': 'must not be nested deeper than 5 levels',
  'metadata.too_many_keys': 'must have at most 64 keys in all',
  'metadata.forbidden_key': 'has a key that is not allowed: __proto__, constructor or prototype',
  'metadata.too_large': 'must have at most 8,192 bytes as JSON',
};

export const metadata = Joi.object<Metadata>()
  .unknown()
  .custom(checkedMetadata)
  .messages(METADATA_MESSAGES);

const metadataText = Joi.string()
  .custom((text: string, helpers): unknown => {
    const value = parseJson(text);
    return value === undefined
      ? helpers.error('metadata.not_an_object')
      : checkedMetadata(value as Metadata, helpers); // the check accepts any value
  })
  .messages(METADATA_MESSAGES);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface CreateSessionFields {
  tenant_id: string;
  widget_public_key: string;
  origin: string;
  locale?: string;
  metadata?: Metadata;
  routing_key?: string;
  mode?: SessionMode;
  widget_version?: string;
}

const createFields = {
  tenant_id: uuid.required(),
  widget_public_key: publicKey.required(),
  // Only its length is checked here: the origin rules refuse other forms with 403.
  origin: readable().max(2048).required(),
  locale,
  routing_key: routingKey,
  mode: Joi.valid('bot', 'human'),
  widget_version: patterned(/^[\x20-\x7e]{1,32}$/, 'must be 1 to 32 ASCII characters'),
};

export const createSessionBody = Joi.object<CreateSessionFields>({ ...createFields, metadata });
export const createSessionQuery = Joi.object<CreateSessionFields>({
  ...createFields,
  metadata: metadataText,
});

export interface WidgetConfigQuery {
  tenant_id: string;
  widget_public_key: string;
  locale?: string;
}

export const widgetConfigQuery = Joi.object<WidgetConfigQuery>({
  tenant_id: uuid.required(),
  widget_public_key: publicKey.required(),
  locale,
});

export interface IdentifyBody {
  user_id: string;
  user_signature: string;
  display_name?: string;
  email?: string;
  attributes?: Metadata;
}

/** A user id that does not look like a callback's signed text, which has the same secret: see `isForgeableUserId`. */
export const unforgeableUserId = userId
  .custom((value: string, helpers) =>
    isForgeableUserId(value) ? helpers.error('user_id.forgeable') : value,
  )
  .messages({ 'user_id.forgeable': 'must not have the shape of a callback signature' });

export const identifyBody = Joi.object<IdentifyBody>({
  user_id: unforgeableUserId.required(),
  // A signature of any form is accepted here: a wrong one is refused with 403.
  user_signature: Joi.string().max(512).required(),
  display_name: name,
  email: emailAddress,
  attributes: metadata,
});

const sessionId = patterned(
  /^vs_[A-Za-z0-9_-]{43}$/,
  'must be the id of a visitor session: vs_ and 43 characters',
);

const widgetConfig = Joi.object<WidgetConfig, true>({
  tenant_name: Joi.string().required(),
  is_online: Joi.boolean().required(),
  bot_enabled: Joi.boolean().required(),
  locale: locale.required(),
  default_locale: locale.required(),
  texts: Joi.object().pattern(Joi.string(), Joi.string()).required(),
  greeting: Joi.string().allow(null).required(),
  theme: Joi.object<WidgetConfig['theme'], true>({
    accent_color: Joi.string().allow(null).required(),
    position: Joi.string().valid('left', 'right').required(),
  }).required(),
  rating: Joi.boolean().required(),
  ask_email: Joi.boolean().required(),
  attachments: Joi.object<NonNullable<WidgetConfig['attachments']>, true>({
    enabled: Joi.boolean().required(),
    types: Joi.array()
      .items(Joi.valid(...ATTACHMENT_TYPES))
      .required(),
    max_bytes: Joi.number().integer().required(),
  }).required(),
  share_page: Joi.boolean().required(),
  limits: Joi.object<WidgetConfig['limits'], true>({
    content_chars: Joi.number().valid(MAX_CONTENT_CHARS).required(),
    frame_bytes: Joi.number().valid(FRAME_BYTES).required(),
  }).required(),
}).id('WidgetConfig');

type Responses = VisitorResponses;
export const widgetConfigAnswer = Joi.object<Responses['fetch/widget-config'], true>({
  widget_config: widgetConfig.required(),
});
const tokenFields = {
  session_id: sessionId.required(),
  visitor_token: Joi.string().required(),
  expires_at: time.required(),
};
export const tokenAnswer = Joi.object<VisitorToken, true>(tokenFields).id('VisitorToken');
export const createSessionAnswer = Joi.object<CreatedVisitorSession, true>({
  ...tokenFields,
  widget_config: widgetConfig.required(),
}).id('CreatedVisitorSession');
export const identifyAnswer = Joi.object<IdentifiedVisitor, true>({
  session_id: sessionId.required(),
  user_id: Joi.string().required(),
  /** Set, with `expires_at`, if this is another session: the one with the user's open conversation. */
  visitor_token: Joi.string(),
  expires_at: time,
}).id('IdentifiedVisitor');
export const endSessionAnswer = Joi.object<Responses['end/visitor-session'], true>({
  session_id: sessionId.required(),
});
