import { isDeepStrictEqual } from 'node:util';
import type { RowOf } from '../../../platform/storage/table';
import { deletes, upserts } from '../../../platform/storage/writes';
import type { BatchPart } from '../../journal/batch/batch-part';
import { CONVERSATION_TAGS } from '../../journal/tags/model';
import type { ConversationState } from '../../rules/state';
import { tagKeyOf } from '../../rules/tags';

interface TagRows {
  gone: string[][];
  stored: RowOf<typeof CONVERSATION_TAGS>[];
}

/** Keeps a row for each tag of a conversation, with the columns by which lists are sorted. */
export const tagsPart: BatchPart<undefined, TagRows> = {
  collect: ({ changed }) => {
    const rows: TagRows = { gone: [], stored: [] };
    for (const { session, before, state } of changed) {
      if (isDeepStrictEqual(placeOf(before), placeOf(state))) continue;
      const { conversationId: conversation_id, tags, status, lastMessageAt } = state;
      const of = { tenant_id: session.tenantId, conversation_id };
      const place = { status, last_message_at: lastMessageAt };
      rows.stored.push(...tags.map((tag) => ({ ...of, tag_key: tagKeyOf(tag), tag, ...place })));
      const keys = new Set(tags.map(tagKeyOf));
      const removed = (before?.tags ?? []).map(tagKeyOf).filter((key) => !keys.has(key));
      rows.gone.push(...removed.map((key) => [session.tenantId, conversation_id, key]));
    }
    return rows;
  },
  write: ({ gone, stored }, dialect) => [
    ...deletes(dialect, CONVERSATION_TAGS, gone),
    ...upserts(dialect, CONVERSATION_TAGS, stored),
  ],
};

/** Content of a conversation's tag rows, which are written when it changes; null: it has no tags. */
function placeOf(state: ConversationState | null): unknown {
  if (!state || state.tags.length === 0) return null;
  const { tags, status, lastMessageAt } = state;
  return { tags, status, lastMessageAt };
}
