import Joi from 'joi';
import { objectId, uuid } from '../../../platform/http/fields';
import { inboxRowShape } from '../schemas';
import { tagList } from '../tags/fields';

const MAX_CONVERSATIONS = 100;

/** What is done with each conversation, as by the route of one. */
export type BulkAction =
  | { type: 'claim' | 'resolve' }
  | { type: 'transfer'; operator_id: string; force?: boolean }
  | { type: 'tag'; tags: string[] };

export interface BulkBody {
  conversation_ids: string[];
  action: BulkAction;
}

const bare = Joi.object({ type: Joi.valid('claim', 'resolve').required() });
const transfer = Joi.object({
  type: Joi.valid('transfer').required(),
  operator_id: uuid.required(),
  force: Joi.boolean(),
});
const tag = Joi.object({ type: Joi.valid('tag').required(), tags: tagList.min(1).required() });
/** Of another type only the type is at fault. */
const unknown = Joi.object({
  type: Joi.valid('claim', 'resolve', 'transfer', 'tag').required(),
}).unknown();

export const bulkBody = Joi.object<BulkBody>({
  conversation_ids: Joi.array().items(objectId).min(1).max(MAX_CONVERSATIONS).unique().required(),
  action: Joi.alternatives()
    .conditional('.type', {
      switch: [
        // oxlint-disable-next-line unicorn/no-thenable -- Joi calls it so, and no promise is meant
        { is: 'transfer', then: transfer },
        // oxlint-disable-next-line unicorn/no-thenable -- as above
        { is: 'tag', then: tag },
        // oxlint-disable-next-line unicorn/no-thenable -- as above
        { is: Joi.valid('claim', 'resolve'), then: bare, otherwise: unknown },
      ],
    })
    .required(),
});

export const bulkAnswer = Joi.object({
  results: Joi.array()
    .items(
      Joi.object({
        conversation_id: objectId.required(),
        conversation: inboxRowShape,
        error: Joi.object({ code: Joi.string().required(), message: Joi.string().required() })
          .unknown()
          .description('Why nothing changed, as the route of one conversation says it.'),
      }).xor('conversation', 'error'),
    )
    .required(),
});
