import type { Migration } from '../migration';

/** Bytes of files count while they arrive, on every node. */
export const arrivingUploads: Migration = {
  name: '0022-arriving-uploads',
  up: (t) => [
    `ALTER TABLE uploads ADD COLUMN puts ${t.integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE uploads ADD COLUMN arriving ${t.ascii(64)}`,
    // Null: by a node of an earlier version, which booked what was announced.
    `ALTER TABLE uploads ADD COLUMN booked_bytes ${t.integer}`,
    `ALTER TABLE uploads ADD COLUMN network ${t.ascii(64)}`,
    `CREATE INDEX uploads_network ON uploads (tenant_id, network)${t.where('network IS NOT NULL')}`,
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
  ],
};
