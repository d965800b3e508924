import type { MessageSource } from '@chat-relay/widget-sdk/frames';
import Joi from 'joi';
import { content, locale, uuid } from '../platform/http/fields';
import { bot } from '../tenants/schemas';
import type { BotBody } from '../tenants/wire';
import type { BotTest } from './wire';

export interface TestBotBody {
  tenant_id: string;
  content: string;
  locale?: string;
  bot?: BotBody;
}

export const testBotBody = Joi.object<TestBotBody>({
  tenant_id: uuid.required(),
  content: content.required(),
  locale,
  bot,
});

const confidence = Joi.number().min(0).max(1).required();

export const testBotAnswer = Joi.object<BotTest, true>({
  decision: Joi.string().valid('answer', 'escalate').required(),
  reason: Joi.string().valid('low_confidence', 'restricted_topic', 'user_requested'),
  answer: Joi.string(),
  sources: Joi.array().items(
    Joi.object<MessageSource, true>({
      title: Joi.string().required(),
      url: Joi.string().allow(null).required(),
    }),
  ),
  confidence,
  candidates: Joi.array()
    .items(
      Joi.object<BotTest['candidates'][number], true>({
        title: Joi.string().required(),
        confidence,
        source: Joi.string().valid('faq', 'knowledge').required(),
      }),
    )
    .required(),
}).id('BotTest');
