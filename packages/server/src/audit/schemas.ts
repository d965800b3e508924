import Joi from 'joi';
import { time, uuid } from '../platform/http/fields';
import { pageAnswer } from '../platform/http/paging';

const entry = Joi.object({
  entry_id: uuid.required(),
  workspace_id: uuid.allow(null).required(),
  action: Joi.string().required(),
  actor: Joi.object({ account_id: uuid.required(), display_name: Joi.string().required() })
    .allow(null)
    .required(),
  ip: Joi.string().allow(null).required(),
  subject: Joi.string().allow(null).required(),
  details: Joi.object().required(),
  created_at: time.required(),
});

export const entriesAnswer = pageAnswer('entries', entry);
