import type { ConversationStatus } from '@chat-relay/widget-sdk/frames';
import { defineTable, integer, orNull, text } from '../../../platform/storage/table';

/**
 * Tags of conversations, one row each, with the columns by which lists are sorted: a list by tag is read in order. The
 * journal writes them with the conversation, whose `conversations.tags` has the same tags.
 */
export const CONVERSATION_TAGS = defineTable(
  'conversation_tags',
  ['tenant_id', 'conversation_id', 'tag_key'],
  {
    tenant_id: text(),
    conversation_id: text(),
    tag_key: text(),
    tag: text(),
    status: text<ConversationStatus>(),
    last_message_at: orNull(integer()),
  },
);
