import Joi from 'joi';
import { isTooLong, MAX_COMMENT_CHARS, MAX_CONTENT_CHARS, UNSTORABLE } from '../message-text';
import { OBJECT_ID, UUID_V7 } from '../ids';
import { MAX_NAME_CHARS, UNREADABLE } from '../readable';
import { composed } from '../typed-text';
import type { EmptyResponse } from './wire';

/** Fields that several features share. */

const NOT_READABLE =
  'must be readable: visible characters, and none that control a line or its direction';

/** A string of this pattern. @param told follows the field's name in the sentence about a wrong value */
export function patterned(pattern: RegExp, told: string): Joi.StringSchema {
  return Joi.string().pattern(pattern).messages({ 'string.pattern.base': told });
}

/**
 * Titles, user ids, origins and URLs (`docs/PROTOCOL.md` lists the fields). Checked as sent, because trimming
 * or parsing a URL may silently remove a forbidden character.
 */
export function readable(): Joi.StringSchema {
  return Joi.string()
    .pattern(UNREADABLE, { invert: true })
    .messages({ 'string.pattern.invert.base': NOT_READABLE });
}

/** A title: readable text in NFC, without the blanks at its ends. */
export function lineOfText(max: number): Joi.StringSchema {
  return readable().custom(composed).max(max);
}

/** Text that visitors can read as a message. */
export function messageText(): Joi.StringSchema {
  return Joi.string().pattern(UNSTORABLE, { invert: true }).messages({
    'string.pattern.invert.base': 'has a character that can’t be stored: NUL or half of a pair',
  });
}

export const name = lineOfText(MAX_NAME_CHARS);
/** The tenant's own id for a visitor. */
export const userId = readable().max(128, 'utf8');
export const uuid = patterned(
  UUID_V7,
  'must be an id, such as 0198c0de-0000-7000-8000-000000000000',
);
export const objectId = patterned(OBJECT_ID, 'must be an id of 24 digits from 0 to f');
export const locale = patterned(
  /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/,
  'must be a language tag, such as fr or pt-BR',
).max(35);
/** 8 to 512 bytes, of any characters. */
export const password = Joi.string().min(8, 'utf8').max(512, 'utf8');
export const time = Joi.string().isoDate();
export const clientMsgId = patterned(/^[\x20-\x7e]+$/, 'must be of ASCII characters')
  .min(1)
  .max(64);
/** Text of at most so many code points. */
const textOf = (max: number) =>
  messageText()
    .max(max * 2)
    .custom((value: string, joi) =>
      isTooLong(value, max) ? joi.error('string.max', { limit: max }) : value,
    );
export const content = textOf(MAX_CONTENT_CHARS);
export const comment = textOf(MAX_COMMENT_CHARS);

export const emptyAnswer = Joi.object<EmptyResponse>().keys({});

/** Required, and may be null. */
export const nullable = <Schema extends Joi.AnySchema>(schema: Schema): Schema =>
  schema.allow(null).required();

export const page = {
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(512),
};

export interface Page {
  limit: number;
  cursor?: string;
}
