import type { MessageSource, MessageView } from '@chat-relay/widget-sdk/frames';
import type { MessageHistory } from '@chat-relay/widget-sdk/rest';
import Joi from 'joi';
import { attachmentsShape } from '../../attachments/schemas';
import { clientMsgId, time, uuid } from '../../platform/http/fields';
import type { SentMessage } from '../wire';

export const seq = Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER);

const source = Joi.object<MessageSource, true>({
  title: Joi.string().required(),
  url: Joi.string().allow(null).required(),
});

export const messageFields = {
  message_id: uuid.required(),
  seq: seq.required(),
  sender: Joi.object<MessageView['sender'], true>({
    kind: Joi.string().valid('visitor', 'bot', 'agent', 'system').required(),
    display_name: Joi.string(),
  }).required(),
  content: Joi.string().allow('').required(),
  created_at: time.required(),
  client_msg_id: clientMsgId,
  sources: Joi.array().items(source),
  attachments: attachmentsShape,
  removed: Joi.boolean().valid(true),
};
/** A message in an HTTP response: only frames have a `stream_id`. */
export const messageShape = Joi.object<Omit<MessageView, 'stream_id'>, true>(messageFields).id(
  'Message',
);

export const historyAnswer = Joi.object<MessageHistory, true>({
  messages: Joi.array().items(messageShape).required(),
  has_more: Joi.boolean().required(),
  last_seq: seq.required(),
});
export const messageAnswer = Joi.object<SentMessage, true>({
  message: messageShape.required(),
  duplicate: Joi.boolean().valid(true),
});
