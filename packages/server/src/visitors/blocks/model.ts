import type { BlockKind } from './wire';
import { defineTable, integer, orNull, text, type RowOf } from '../../platform/storage/table';

/** The kinds of blocks: a user in all sessions, everyone in a network, or one session alone. */
export const BLOCK_KINDS = [
  'identity',
  'address',
  'session',
] as const satisfies readonly BlockKind[];

export const VISITOR_BLOCKS = defineTable('visitor_blocks', ['tenant_id', 'kind', 'subject'], {
  tenant_id: text(),
  kind: text<BlockKind>(),
  /** `identity`: the user id, or a keyed hash once it is erased. `address`: a keyed hash. `session`: the session id. */
  subject: text(),
  block_id: text(),
  /** Set for a user that is not erased. */
  user_id: orNull(text()),
  /** The conversation from which the visitor was blocked; null once the visitor is erased. */
  conversation_id: orNull(text()),
  reason: text(),
  /** The name that the blocking account had at that time. */
  created_by: text(),
  created_at: integer(),
  /** Null if the block lasts until it is lifted. */
  ends_at: orNull(integer()),
});
export type BlockRow = RowOf<typeof VISITOR_BLOCKS>;
