import Joi from 'joi';
import { objectId, time, uuid } from '../../platform/http/fields';
import { matchShape, thresholdShape } from '../hand-overs/schemas';
import { MAX_TICKETS } from './reading';

export interface UnansweredQuery {
  tenant_id: string;
}

export const unansweredQuery = Joi.object<UnansweredQuery>({ tenant_id: uuid.required() });

export interface DismissBody {
  tenant_id: string;
  conversation_ids: string[];
}

export const dismissBody = Joi.object<DismissBody>({
  tenant_id: uuid.required(),
  conversation_ids: Joi.array().items(objectId).min(1).max(MAX_TICKETS).required(),
});

export const unansweredAnswer = Joi.object({
  groups: Joi.array()
    .items(
      Joi.object({
        example: Joi.string().required(),
        count: Joi.number().integer().min(1).required(),
        last_at: time.required(),
        conversation_ids: Joi.array().items(objectId).required(),
        suggested_answer: Joi.string().required(),
        closest: matchShape.allow(null).required(),
      }),
    )
    .required(),
  confidence_threshold: thresholdShape.required(),
});

export const dismissAnswer = Joi.object({ dismissed: Joi.number().integer().min(0).required() });
