import Joi from 'joi';
import { readable } from '../../../platform/http/fields';
import { isTooLong } from '../../../platform/message-text';
import { composed } from '../../../platform/typed-text';
import { tagKeyOf } from '../../journal/tags/model';

const MAX_CHARS = 32;
const MAX_TAGS = 10;

/** A line of at most 32 code points. */
export const tag = readable().custom((text: string, joi) => {
  const read = composed(text);
  return isTooLong(read, MAX_CHARS) ? joi.error('string.max', { limit: MAX_CHARS }) : read;
});

/** Of several that differ in case alone, the first stays. */
export const tagList = Joi.array()
  .items(tag)
  .custom((tags: readonly string[]) => {
    const byKey = new Map<string, string>();
    for (const one of tags) if (!byKey.has(tagKeyOf(one))) byKey.set(tagKeyOf(one), one);
    return [...byKey.values()];
  })
  .max(MAX_TAGS);
