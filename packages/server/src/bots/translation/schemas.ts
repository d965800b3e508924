import Joi from 'joi';
import { LANGUAGES, type Language } from '@chat-relay/widget-sdk/languages';
import { content, locale, objectId } from '../../platform/http/fields';
import type { BotResponses, TranslatedDraft, Translation } from '../wire';

export interface TranslateMessageBody {
  conversation_id: string;
  seq: number;
  language: Language;
}

export const translateMessageBody = Joi.object<TranslateMessageBody>({
  conversation_id: objectId.required(),
  seq: Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER).required(),
  language: Joi.valid(...LANGUAGES).required(),
});

export const translateMessageAnswer = Joi.object<{ translation: Translation }, true>({
  translation: Joi.object<Translation, true>({
    seq: Joi.number().integer().required(),
    language: Joi.string().required(),
    source_language: Joi.string().allow(null).required(),
    content: Joi.string().required(),
  })
    .id('Translation')
    .required(),
});

export interface TranslateDraftBody {
  conversation_id: string;
  content: string;
  locale?: string;
}

export const translateDraftBody = Joi.object<TranslateDraftBody>({
  conversation_id: objectId.required(),
  content: content.required(),
  locale,
});

export const translateDraftAnswer = Joi.object<BotResponses['console/translate/draft'], true>({
  draft: Joi.object<TranslatedDraft, true>({
    content: Joi.string().required(),
    locale: locale.required(),
  }).required(),
});
