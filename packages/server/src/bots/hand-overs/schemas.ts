import Joi from 'joi';
import { objectId, time, uuid } from '../../platform/http/fields';
import type { ClosestPassages, NewlyAnswered, PassageMatch, ThresholdPreview } from '../wire';

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

const matchFields = {
  title: Joi.string().allow('').required(),
  source: Joi.string().valid('faq', 'knowledge').required(),
  source_id: Joi.string().required(),
  url: Joi.string().allow(null).required(),
  confidence: confidence.required(),
};

export const matchShape = Joi.object<PassageMatch, true>(matchFields).id('PassageMatch');
export const thresholdShape = confidence;

export const closestAnswer = Joi.object<ClosestPassages, true>({
  question: Joi.string().allow(null).required(),
  asked_at: time.allow(null).required(),
  decision: Joi.string().valid('answer', 'escalate').allow(null).required(),
  confidence_threshold: confidence.required(),
  passages: Joi.array()
    .items(
      Joi.object<ClosestPassages['passages'][number], true>({
        ...matchFields,
        text: Joi.string().required(),
      }),
    )
    .required(),
}).id('ClosestPassages');

export const previewAnswer = Joi.object<ThresholdPreview, true>({
  threshold: confidence.required(),
  confidence_threshold: confidence.required(),
  questions: Joi.number().integer().min(0).required(),
  looked_at: Joi.number().integer().min(0).required(),
  answered_now: Joi.number().integer().min(0).required(),
  newly_answered: Joi.array()
    .items(
      Joi.object<NewlyAnswered, true>({
        conversation_id: objectId.required(),
        asked_at: time.required(),
        question: Joi.string().required(),
        answer: Joi.string().required(),
        passage: matchShape.required(),
      }),
    )
    .required(),
}).id('ThresholdPreview');
