import type { Migration } from '../migration';

/** Files that people send with their messages. */
export const attachments: Migration = {
  name: '0014-attachments',
  up: (t) => [
    `ALTER TABLE tenants ADD COLUMN attachments ${t.longText}`,
    `ALTER TABLE messages ADD COLUMN attachments ${t.longText}`,
    `CREATE TABLE uploads (
      tenant_id ${t.id} NOT NULL,
      upload_id ${t.ascii(40)} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      uploader ${t.ascii(64)} NOT NULL,
      name ${t.text(255)} NOT NULL,
      announced_bytes ${t.integer} NOT NULL,
      state ${t.ascii(16)} NOT NULL,
      object ${t.ascii(64)},
      received_bytes ${t.integer},
      type ${t.ascii(64)},
      bytes ${t.integer},
      width ${t.integer},
      height ${t.integer},
      sha256 ${t.ascii(64)},
      scan ${t.ascii(16)} NOT NULL,
      scan_attempts ${t.integer} NOT NULL DEFAULT 0,
      scan_due_at ${t.time},
      message_id ${t.id},
      seq ${t.integer},
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      removed_from ${t.time},
      PRIMARY KEY (tenant_id, upload_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX uploads_session ON uploads (tenant_id, session_id, created_at)`,
    `CREATE INDEX uploads_unbound ON uploads (removed_from)${t.where('removed_from IS NOT NULL')}`,
    `CREATE INDEX uploads_scan ON uploads (scan_due_at)${t.where('scan_due_at IS NOT NULL')}`,
    `CREATE TABLE upload_totals (
      tenant_id ${t.id} NOT NULL,
      bytes ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id)
    ) ${t.tableEnd}`,
    `CREATE TABLE attachment_removals (
      tenant_id ${t.id} NOT NULL,
      object ${t.ascii(64)} NOT NULL,
      due_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, object)
    ) ${t.tableEnd}`,
    `CREATE INDEX attachment_removals_due ON attachment_removals (due_at)`,
  ],
};
