import Joi from 'joi';
import { objectId, time, uuid } from '../../platform/http/fields';

export interface ClosestQuery {
  conversation_id: string;
}

export const closestQuery = Joi.object<ClosestQuery>({ conversation_id: objectId.required() });

export interface PreviewQuery {
  tenant_id: string;
  threshold: number;
}

export const previewQuery = Joi.object<PreviewQuery>({
  tenant_id: uuid.required(),
  threshold: Joi.number().min(0).max(1).required(),
});

const confidence = Joi.number().min(0).max(1);

const match = {
  title: Joi.string().allow('').required(),
  source: Joi.valid('faq', 'knowledge').required(),
  source_id: Joi.string().required(),
  url: Joi.string().allow(null).required(),
  confidence: confidence.required(),
};

export const matchShape = Joi.object(match);
export const thresholdShape = confidence;

export const closestAnswer = Joi.object({
  question: Joi.string().allow(null).required(),
  asked_at: time.allow(null).required(),
  decision: Joi.valid('answer', 'escalate').allow(null).required(),
  confidence_threshold: confidence.required(),
  passages: Joi.array()
    .items(Joi.object({ ...match, text: Joi.string().required() }))
    .required(),
});

export const previewAnswer = Joi.object({
  threshold: confidence.required(),
  confidence_threshold: confidence.required(),
  questions: Joi.number().integer().min(0).required(),
  looked_at: Joi.number().integer().min(0).required(),
  answered_now: Joi.number().integer().min(0).required(),
  newly_answered: Joi.array()
    .items(
      Joi.object({
        conversation_id: objectId.required(),
        asked_at: time.required(),
        question: Joi.string().required(),
        answer: Joi.string().required(),
        passage: matchShape.required(),
      }),
    )
    .required(),
});
