import Joi from 'joi';

/**
 * The name of a queue, such as a store's id. No blanks at its ends: MySQL's comparison takes
 * `lyon` and `lyon ` for the same.
 */
export const routingKey = Joi.string()
  .min(1)
  .max(128)
  .pattern(/^\S(.*\S)?$/u)
  .pattern(/[\p{Cc}\p{Cs}]/u, { invert: true });
