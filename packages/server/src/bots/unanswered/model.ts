import { defineTable, integer, text } from '../../platform/storage/table';

/** Conversations whose earlier questions an admin has dismissed. */
export const DISMISSED_QUESTIONS = defineTable(
  'dismissed_questions',
  ['tenant_id', 'conversation_id'],
  {
    tenant_id: text(),
    conversation_id: text(),
    dismissed_at: integer(),
  },
);
