import { defineTable, integer, orNull, text } from '../../platform/storage/table';

/** Translations that operators asked for. They go with their message. */
export const MESSAGE_TRANSLATIONS = defineTable(
  'message_translations',
  ['tenant_id', 'session_id', 'seq', 'language'],
  {
    tenant_id: text(),
    session_id: text(),
    seq: integer(),
    /** `fr`: the one that it is in. */
    language: text(),
    /** The one that the model took the message for; null: it did not say. */
    source_language: orNull(text()),
    content: text(),
    created_at: integer(),
  },
);
