import Joi from 'joi';
import { objectId, time, uuid } from '../../platform/http/fields';
import { matchShape, thresholdShape } from '../hand-overs/schemas';
import type { BotResponses, QuestionGroup } from '../wire';
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

export const unansweredAnswer = Joi.object<BotResponses['console/fetch/unanswered'], true>({
  groups: Joi.array()
    .items(
      Joi.object<QuestionGroup, true>({
        example: Joi.string().required(),
        count: Joi.number().integer().min(1).required(),
        last_at: time.required(),
        conversation_ids: Joi.array().items(objectId).required(),
        suggested_answer: Joi.string().required(),
        closest: matchShape.allow(null).required(),
      }).id('QuestionGroup'),
    )
    .required(),
  confidence_threshold: thresholdShape.required(),
});

export const dismissAnswer = Joi.object<BotResponses['console/dismiss/unanswered'], true>({
  dismissed: Joi.number().integer().min(0).required(),
});
