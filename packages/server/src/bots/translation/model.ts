import { defineTable, integer, orNull, text } from '../../platform/storage/table';

/** Translations that operators asked for. They are deleted with their message. */
export const MESSAGE_TRANSLATIONS = defineTable(
  'message_translations',
  ['tenant_id', 'session_id', 'seq', 'language'],
  {
    tenant_id: text(),
    session_id: text(),
    seq: integer(),
    /** The language of the translation, such as `fr`. */
    language: text(),
    /** The language of the message, as the model recognised it; null: it did not say. */
    source_language: orNull(text()),
    content: text(),
    created_at: integer(),
  },
);
