import type { BlockKind } from './wire';
import { defineTable, integer, orNull, text, type RowOf } from '../../platform/storage/table';

/** A user in all sessions, everyone in a network, or one session alone. */
export const BLOCK_KINDS = [
  'identity',
  'address',
  'session',
] as const satisfies readonly BlockKind[];

export const VISITOR_BLOCKS = defineTable('visitor_blocks', ['tenant_id', 'kind', 'subject'], {
  tenant_id: text(),
  kind: text<BlockKind>(),
  /** A user id, or a keyed hash of an erased one; a keyed hash of a network; a session id. */
  subject: text(),
  block_id: text(),
  /** Of an identity that is not erased. */
  user_id: orNull(text()),
  /** In which it was decided; null once its visitor is erased. */
  conversation_id: orNull(text()),
  reason: text(),
  /** The name of the account at that time. */
  created_by: text(),
  created_at: integer(),
  /** Null: until it is lifted. */
  ends_at: orNull(integer()),
});
export type BlockRow = RowOf<typeof VISITOR_BLOCKS>;
