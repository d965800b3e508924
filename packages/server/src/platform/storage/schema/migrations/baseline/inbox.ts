import type { ColumnTypes } from '../../column-types';

export function inboxTables(t: ColumnTypes): string[] {
  return [
    // Notes about conversations; only operators see them.
    `CREATE TABLE notes (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      note_id ${t.id} NOT NULL,
      operator_id ${t.id} NOT NULL,
      operator_display_name ${t.text(80)} NOT NULL,
      content ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id, note_id)
    ) ${t.tableEnd}`,

    // Serves lists by tag, with the columns that order them. tag_key: the tag in lower case.
    `CREATE TABLE conversation_tags (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      tag_key ${t.binaryText(64)} NOT NULL,
      tag ${t.text(32)} NOT NULL,
      status ${t.ascii(10)} NOT NULL,
      last_message_at ${t.time},
      PRIMARY KEY (tenant_id, conversation_id, tag_key)
    ) ${t.tableEnd}`,
    `CREATE INDEX conversation_tags_recent ON conversation_tags (tenant_id, tag_key, status, last_message_at, conversation_id)`,

    // A model's answers that were not sent, for the operators who reply instead.
    `CREATE TABLE suggestions (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      owner_epoch ${t.integer} NOT NULL,
      content ${t.longText} NOT NULL,
      reasons ${t.text(255)} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,

    // Translations of visitors' messages that operators asked for.
    `CREATE TABLE message_translations (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      language ${t.ascii(8)} NOT NULL,
      source_language ${t.ascii(35)},
      content ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, session_id, seq, language)
    ) ${t.tableEnd}`,

    // The last mail to a tenant's operators that a visitor waits and none of them is online.
    `CREATE TABLE waiting_mails (
      tenant_id ${t.id} PRIMARY KEY,
      mailed_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
  ];
}
