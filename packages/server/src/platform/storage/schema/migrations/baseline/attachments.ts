import type { ColumnTypes } from '../../column-types';

export function attachmentTables(t: ColumnTypes): string[] {
  return [
    // network: the sender's, until a message has the file. booked_bytes: how much the upload adds to the
    // tenant's total; null: the announced size. arriving: the lease of the PUT whose bytes are kept. removed_from:
    // when the upload is deleted, null once a message has it.
    `CREATE TABLE uploads (
      tenant_id ${t.id} NOT NULL,
      upload_id ${t.ascii(40)} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      uploader ${t.ascii(64)} NOT NULL,
      name ${t.text(255)} NOT NULL,
      announced_bytes ${t.integer} NOT NULL,
      network ${t.ascii(64)},
      booked_bytes ${t.integer},
      state ${t.ascii(16)} NOT NULL,
      puts ${t.integer} NOT NULL DEFAULT 0,
      arriving ${t.ascii(64)},
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
    `CREATE INDEX uploads_network ON uploads (tenant_id, network)${t.where('network IS NOT NULL')}`,
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
    // Uploads whose bytes are arriving, so that all nodes count them.
    `CREATE TABLE upload_arrivals (
      tenant_id ${t.id} NOT NULL,
      object ${t.ascii(64)} NOT NULL,
      upload_id ${t.ascii(40)} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      uploader ${t.ascii(64)} NOT NULL,
      network ${t.ascii(64)} NOT NULL,
      ends_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, object)
    ) ${t.tableEnd}`,
    `CREATE INDEX upload_arrivals_network ON upload_arrivals (network, ends_at)`,
    `CREATE INDEX upload_arrivals_end ON upload_arrivals (ends_at)`,
  ];
}
