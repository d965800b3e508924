import Joi from 'joi';
import { attachmentsShape } from '../../attachments/schemas';
import { clientMsgId, time, uuid } from '../../platform/http/fields';

export const seq = Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER);

/** A message in an answer. */
export const messageShape = Joi.object({
  message_id: uuid.required(),
  seq: seq.required(),
  sender: Joi.object({
    kind: Joi.valid('visitor', 'bot', 'agent', 'system').required(),
    display_name: Joi.string(),
  }).required(),
  content: Joi.string().allow('').required(),
  created_at: time.required(),
  client_msg_id: clientMsgId,
  sources: Joi.array().items(
    Joi.object({ title: Joi.string().required(), url: Joi.string().allow(null).required() }),
  ),
  attachments: attachmentsShape,
  removed: Joi.valid(true),
});
