import type { ConversationStatus } from '@chat-relay/widget-sdk/frames';
import { defineTable, integer, orNull, text } from '../../../platform/storage/table';

/**
 * The tags of conversations, each with its conversation's place in the lists: a list by tag reads it in order. The
 * journal moves it with the conversation, of which `conversations.tags` has the same tags.
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
