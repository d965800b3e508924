import Joi from 'joi';
import { isTooLong, MAX_CONTENT_CHARS } from '../content';
import { OBJECT_ID, UUID_V7 } from '../ids';

/** Shapes that several features take. */

const FORBIDDEN_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Text on one line for people, trimmed: no control characters, none that reverse the reading direction. */
export function lineOfText(max: number): Joi.StringSchema {
  return Joi.string()
    .trim()
    .min(1)
    .max(max)
    .pattern(FORBIDDEN_IN_NAMES, { invert: true })
    .prefs({ convert: true });
}

export const name = lineOfText(80);
export const uuid = Joi.string().pattern(UUID_V7);
export const objectId = Joi.string().pattern(OBJECT_ID);
export const locale = Joi.string()
  .max(35)
  .pattern(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);
/** 8 to 512 bytes; which characters is nobody's business. */
export const password = Joi.string().min(8, 'utf8').max(512, 'utf8');
export const time = Joi.string().isoDate();
export const clientMsgId = Joi.string()
  .min(1)
  .max(64)
  .pattern(/^[\x20-\x7e]+$/);
/** A message's text. Half a surrogate pair can't be stored: it would come back as another text. */
export const content = Joi.string()
  .min(1)
  .max(MAX_CONTENT_CHARS * 2)
  .custom((value: string, joi) => {
    if (!value.isWellFormed()) return joi.error('string.base');
    return isTooLong(value) ? joi.error('string.max', { limit: MAX_CONTENT_CHARS }) : value;
  });

export const page = {
  limit: Joi.number().integer().min(1).max(200).default(50),
  cursor: Joi.string().max(512),
};

export interface Page {
  limit: number;
  cursor?: string;
}
