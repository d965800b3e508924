import type { PageResponse } from '../../platform/http/wire';

/** The kind of a block: a user in all sessions, everyone in a network, or one session alone. */
export type BlockKind = 'identity' | 'address' | 'session';

/** A visitor who is kept out of a tenant's chat. */
export interface Block {
  block_id: string;
  tenant_id: string;
  kind: BlockKind;
  /** The tenant's own user; set for the kind `identity`, unless the visitor is erased. */
  user_id: string | null;
  /** The conversation from which the visitor was blocked; null once the visitor is erased. */
  conversation_id: string | null;
  reason: string;
  /** The name that the blocking account had at that time. */
  created_by: string;
  created_at: string;
  /** Null if the block lasts until it is lifted. */
  ends_at: string | null;
}

/** The fields about blocks that the read of a single conversation has in addition. */
export interface VisitorBlocking {
  /** The block that applies to the visitor; the one that lasts longest, if there are several. */
  block: Pick<Block, 'block_id' | 'kind' | 'ends_at' | 'reason'> | null;
  /** The kinds of block that are possible for this visitor. */
  block_kinds: BlockKind[];
}

export interface BlockResponses {
  'console/block/visitor': { block: Block };
  'console/unblock/visitor': { block: Block };
  'console/fetch/blocks': PageResponse<'blocks', Block>;
}
