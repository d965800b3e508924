import type { ColumnTypes } from '../../column-types';

export function answerMailTables(t: ColumnTypes): string[] {
  return [
    // Answers that are mailed at due_at, unless they are read until then.
    `CREATE TABLE awaited_answers (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      answered_at ${t.time} NOT NULL,
      due_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, session_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX awaited_answers_due ON awaited_answers (due_at)`,
    // recipient: the address that the mail's link proves, if it is known. token_hash is null for a mail without a link.
    `CREATE TABLE visitor_mails (
      tenant_id ${t.id} NOT NULL,
      mail_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      kind ${t.ascii(32)} NOT NULL DEFAULT 'answer',
      recipient ${t.ascii(254)},
      recipient_hash ${t.ascii(64)} NOT NULL,
      token_hash ${t.ascii(64)},
      queued_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      used_at ${t.time},
      PRIMARY KEY (tenant_id, mail_id)
    ) ${t.tableEnd}`,
    `CREATE UNIQUE INDEX visitor_mails_token ON visitor_mails (tenant_id, token_hash)`,
    `CREATE INDEX visitor_mails_session ON visitor_mails (tenant_id, session_id)`,
    `CREATE INDEX visitor_mails_expiry ON visitor_mails (expires_at)`,
    // Hashed addresses whose owners want no more mails about a tenant's conversations.
    `CREATE TABLE mail_stops (
      tenant_id ${t.id} NOT NULL,
      recipient_hash ${t.ascii(64)} NOT NULL,
      stopped_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, recipient_hash)
    ) ${t.tableEnd}`,
  ];
}
