import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/storage/database';
import { deleteByKey, upsertRows } from '../../../platform/storage/sql';
import type { RowOf } from '../../../platform/storage/table';
import type { SessionKey } from '../../../visitors/session';
import type { ConversationState } from '../../rules/state';
import { tagKeyOf } from '../../rules/tags';
import { CONVERSATION_TAGS } from './model';

interface ChangedConversation {
  session: SessionKey;
  before: ConversationState | null;
  state: ConversationState | null;
}

/** Conversations without tags cost no statement. */
export async function writeTags(tx: Tx, changed: readonly ChangedConversation[]): Promise<void> {
  const rows: RowOf<typeof CONVERSATION_TAGS>[] = [];
  const gone: string[][] = [];
  for (const { session, before, state } of changed) {
    if (!state || isDeepStrictEqual(placeOf(before), placeOf(state))) continue;
    const { conversationId: conversation_id, tags, status, lastMessageAt } = state;
    const of = { tenant_id: session.tenantId, conversation_id };
    const place = { status, last_message_at: lastMessageAt };
    rows.push(...tags.map((tag) => ({ ...of, tag_key: tagKeyOf(tag), tag, ...place })));
    const keys = new Set(tags.map(tagKeyOf));
    const removed = (before?.tags ?? []).map(tagKeyOf).filter((key) => !keys.has(key));
    gone.push(...removed.map((key) => [session.tenantId, conversation_id, key]));
  }
  await deleteByKey(tx, CONVERSATION_TAGS, gone);
  await upsertRows(tx, CONVERSATION_TAGS, rows);
}

/** What the rows of its tags hold; null: there are none. */
function placeOf(state: ConversationState | null): unknown {
  if (!state || state.tags.length === 0) return null;
  const { tags, status, lastMessageAt } = state;
  return { tags, status, lastMessageAt };
}
