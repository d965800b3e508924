import { LANGUAGES, type Language } from '@chat-relay/widget-sdk/languages';
import Joi from 'joi';
import { messageText, uuid } from '../../platform/http/fields';
import type { TenantResponses, TenantTexts } from '../wire';
import { defaultTexts, placesOf } from './keys';

const MAX_TEXT_CHARS = 500;
/** In bytes. The limit of all languages together as JSON, because every page view reads the tenant. */
const MAX_TEXTS_BYTES = 32 * 1024;

const ORIGINALS = new Map(Object.entries(defaultTexts('en')));

/** A text may leave out a placeholder of its original, but can't have one that is not filled in. */
const text = messageText()
  .max(MAX_TEXT_CHARS)
  .custom((value: string, { error, state }) => {
    const known = placesOf(ORIGINALS.get(String(state.path?.at(-1))) ?? '');
    const unknown = placesOf(value).find((place) => !known.includes(place));
    return unknown === undefined ? value : error('text.place', { place: unknown });
  })
  .messages({ 'text.place': 'asks for {{#place}}, which this text has no value for' });

const ofLanguage = Joi.object<Record<string, string>>().pattern(
  Joi.valid(...ORIGINALS.keys()),
  text,
);

/** All texts of a tenant, which replace the stored ones. For a key that is left out, the original is used. */
export const texts = Joi.object<TenantTexts>()
  .pattern(Joi.valid(...LANGUAGES), ofLanguage)
  .custom((value: TenantTexts, { error }) =>
    Buffer.byteLength(JSON.stringify(value)) > MAX_TEXTS_BYTES ? error('texts.max') : value,
  )
  .messages({
    'texts.max': `must have at most ${MAX_TEXTS_BYTES} bytes as JSON, all languages together`,
  });

export interface TextsQuery {
  tenant_id: string;
  language?: Language;
}

export const textsQuery = Joi.object<TextsQuery>({
  tenant_id: uuid.required(),
  language: Joi.valid(...LANGUAGES),
});

export const textsAnswer = Joi.object<TenantResponses['console/fetch/texts'], true>({
  texts: Joi.object<Record<string, string>>()
    .pattern(Joi.string(), Joi.string().allow(''))
    .required(),
});
