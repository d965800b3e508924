import { readable } from '../platform/http/fields';

/**
 * The name of a queue, such as a store's id. It has no spaces at its ends, because MySQL treats `lyon` and `lyon ` as
 * equal.
 */
export const routingKey = readable()
  .max(128)
  .pattern(/^\S(.*\S)?$/u)
  .messages({ 'string.pattern.base': 'must not begin or end with a blank' });
