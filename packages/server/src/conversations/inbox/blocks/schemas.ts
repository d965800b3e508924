import Joi from 'joi';
import { name, objectId, page, time, uuid, type Page } from '../../../platform/http/fields';
import { pageAnswer } from '../../../platform/http/paging';
import { BLOCK_KINDS } from '../../../visitors/blocks/model';
import type { Block, BlockKind, VisitorBlocking } from '../../../visitors/blocks/wire';

export interface BlockBody {
  conversation_id: string;
  kind: BlockKind;
  reason: string;
  ends_at: string | null;
}

export const blockBody = Joi.object<BlockBody>({
  conversation_id: objectId.required(),
  kind: Joi.valid(...BLOCK_KINDS).required(),
  reason: name.max(200).required(),
  ends_at: time.allow(null).required(),
});

export interface UnblockBody {
  tenant_id: string;
  block_id: string;
}

export const unblockBody = Joi.object<UnblockBody>({
  tenant_id: uuid.required(),
  block_id: uuid.required(),
});

export interface BlocksQuery extends Page {
  tenant_id: string;
}

export const blocksQuery = Joi.object<BlocksQuery>({ tenant_id: uuid.required(), ...page });

const blockKind = Joi.string().valid(...BLOCK_KINDS);
const blockShape = Joi.object<Block, true>({
  block_id: uuid.required(),
  tenant_id: uuid.required(),
  kind: blockKind.required(),
  user_id: Joi.string().allow(null).required(),
  conversation_id: objectId.allow(null).required(),
  reason: Joi.string().allow('').required(),
  created_by: Joi.string().required(),
  created_at: time.required(),
  ends_at: time.allow(null).required(),
}).id('Block');

export const blockAnswer = Joi.object<{ block: Block }, true>({ block: blockShape.required() });
export const blocksAnswer = pageAnswer('blocks', blockShape);

export const visitorBlockKeys = {
  block: Joi.object<NonNullable<VisitorBlocking['block']>, true>({
    block_id: uuid.required(),
    kind: blockKind.required(),
    ends_at: time.allow(null).required(),
    reason: Joi.string().allow('').required(),
  })
    .allow(null)
    .required(),
  block_kinds: Joi.array().items(blockKind).required(),
};
