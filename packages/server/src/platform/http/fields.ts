import Joi from 'joi';
import { isTooLong, MAX_COMMENT_CHARS, MAX_CONTENT_CHARS, UNSTORABLE } from '../message-text';
import { OBJECT_ID, UUID_V7 } from '../ids';
import { MAX_NAME_CHARS, UNREADABLE } from '../readable';
import { composed } from '../typed-text';

/** Fields that several features share. */

/**
 * Titles, user ids, origins and URLs (`docs/PROTOCOL.md` lists the fields). Checked as sent, because trimming
 * or parsing a URL may silently remove a forbidden character.
 */
export function readable(): Joi.StringSchema {
  return Joi.string().pattern(UNREADABLE, { invert: true });
}

/** A title: readable text in NFC, without the blanks at its ends. */
export function lineOfText(max: number): Joi.StringSchema {
  return readable().custom(composed).max(max);
}

/** Text that visitors can read as a message. */
export function messageText(): Joi.StringSchema {
  return Joi.string().pattern(UNSTORABLE, { invert: true });
}

export const name = lineOfText(MAX_NAME_CHARS);
/** The tenant's own id for a visitor. */
export const userId = readable().max(128, 'utf8');
export const uuid = Joi.string().pattern(UUID_V7);
export const objectId = Joi.string().pattern(OBJECT_ID);
export const locale = Joi.string()
  .max(35)
  .pattern(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);
/** 8 to 512 bytes, of any characters. */
export const password = Joi.string().min(8, 'utf8').max(512, 'utf8');
export const time = Joi.string().isoDate();
export const clientMsgId = Joi.string()
  .min(1)
  .max(64)
  .pattern(/^[\x20-\x7e]+$/);
/** Text of at most so many code points. */
const textOf = (max: number) =>
  messageText()
    .max(max * 2)
    .custom((value: string, joi) =>
      isTooLong(value, max) ? joi.error('string.max', { limit: max }) : value,
    );
export const content = textOf(MAX_CONTENT_CHARS);
/** Of a rating. */
export const comment = textOf(MAX_COMMENT_CHARS);

export const page = {
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(512),
};

export interface Page {
  limit: number;
  cursor?: string;
}
