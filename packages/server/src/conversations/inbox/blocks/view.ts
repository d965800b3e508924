import { iso, isoOrNull } from '../../../platform/clock';
import type { BlockRow } from '../../../visitors/blocks/model';
import type { Block, VisitorBlocking } from '../../../visitors/blocks/wire';
import type { VisitorBlocks } from './store';

export function blockView(row: BlockRow): Block {
  return {
    block_id: row.block_id,
    tenant_id: row.tenant_id,
    kind: row.kind,
    user_id: row.user_id,
    conversation_id: row.conversation_id,
    reason: row.reason,
    created_by: row.created_by,
    created_at: iso(row.created_at),
    ends_at: isoOrNull(row.ends_at),
  };
}

export function visitorBlockView({ inForce: [block], kinds }: VisitorBlocks): VisitorBlocking {
  return {
    block: block
      ? {
          block_id: block.block_id,
          kind: block.kind,
          ends_at: isoOrNull(block.ends_at),
          reason: block.reason,
        }
      : null,
    block_kinds: kinds,
  };
}
