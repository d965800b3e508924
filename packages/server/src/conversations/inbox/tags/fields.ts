import Joi from 'joi';
import { readable } from '../../../platform/http/fields';
import { isTooLong } from '../../../platform/message-text';
import { composed } from '../../../platform/typed-text';
import { MAX_TAGS, tagKeyOf } from '../../rules/tags';

const MAX_CHARS = 32;

export const tag = readable().custom((text: string, joi) => {
  const read = composed(text);
  return isTooLong(read, MAX_CHARS) ? joi.error('string.max', { limit: MAX_CHARS }) : read;
});

/** A list of tags. If several differ only in case, the first one stays. */
export const tagList = Joi.array()
  .items(tag)
  .custom((tags: readonly unknown[]) => {
    const byKey = new Map<unknown, unknown>();
    for (const one of tags) {
      // A value that is no string is refused already, but still in the list.
      const key = typeof one === 'string' ? tagKeyOf(one) : one;
      if (!byKey.has(key)) byKey.set(key, one);
    }
    return [...byKey.values()];
  })
  .max(MAX_TAGS);
