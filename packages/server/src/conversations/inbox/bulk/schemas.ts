import Joi from 'joi';
import { objectId, time, uuid } from '../../../platform/http/fields';
import type { BulkAction, BulkError, BulkResult } from '../../wire';
import { inboxRowShape } from '../conversation-shapes';
import { tagList } from '../tags/fields';

const MAX_CONVERSATIONS = 100;

export interface BulkBody {
  conversation_ids: string[];
  action: BulkAction;
}

/** Allows a field only for one type of action. Without a type, only the field itself is checked. */
const onlyFor = (type: BulkAction['type'], isRequired: boolean): [string, Joi.WhenOptions] => [
  'type',
  {
    switch: [
      // oxlint-disable-next-line unicorn/no-thenable -- Joi calls it so, and no promise is meant
      { is: type, then: isRequired ? Joi.required() : Joi.optional() },
      // oxlint-disable-next-line unicorn/no-thenable -- as above
      { is: Joi.exist(), then: Joi.forbidden() },
    ],
  },
];

export const bulkBody = Joi.object<BulkBody>({
  conversation_ids: Joi.array().items(objectId).min(1).max(MAX_CONVERSATIONS).unique().required(),
  action: Joi.object({
    type: Joi.valid('claim', 'resolve', 'transfer', 'tag').required(),
    operator_id: uuid
      .when(...onlyFor('transfer', true))
      .description('Who gets the conversations. Required for `transfer`, refused for others.'),
    force: Joi.boolean()
      .when(...onlyFor('transfer', false))
      .description('Also to an operator who is absent. Refused unless `transfer`.'),
    tags: tagList
      .min(1)
      .when(...onlyFor('tag', true))
      .description('What is added. Required for `tag`, refused for others.'),
  }).required(),
});

export const bulkAnswer = Joi.object<{ results: BulkResult[] }, true>({
  results: Joi.array()
    .items(
      Joi.object<BulkResult, true>({
        conversation_id: objectId.required(),
        conversation: inboxRowShape,
        error: Joi.object<BulkError, true>({
          code: Joi.string().required(),
          message: Joi.string().required(),
          operator_display_name: Joi.string(),
          claimed_at: time,
        })
          .unknown()
          .description('Why nothing changed, as the route of one conversation says it.'),
      })
        .xor('conversation', 'error')
        .id('BulkResult'),
    )
    .required(),
});
