import type { PageResponse } from '../../platform/http/wire';

/** A user in all sessions, everyone in a network, or one session alone. */
export type BlockKind = 'identity' | 'address' | 'session';

/** A visitor who is kept out of a tenant's chat. */
export interface Block {
  block_id: string;
  tenant_id: string;
  kind: BlockKind;
  /** The tenant's own user, in a block of an identity that is not erased. */
  user_id: string | null;
  /** The conversation in which it was decided; null once its visitor is erased. */
  conversation_id: string | null;
  reason: string;
  /** The name of the account at that time. */
  created_by: string;
  created_at: string;
  /** Null: until it is lifted. */
  ends_at: string | null;
}

/** What one conversation's read adds to its visitor. */
export interface VisitorBlocking {
  /** The block that lasts longest. */
  block: Pick<Block, 'block_id' | 'kind' | 'ends_at' | 'reason'> | null;
  /** The kinds that are possible for this visitor. */
  block_kinds: BlockKind[];
}

export interface BlockResponses {
  'console/block/visitor': { block: Block };
  'console/unblock/visitor': { block: Block };
  'console/fetch/blocks': PageResponse<'blocks', Block>;
}
