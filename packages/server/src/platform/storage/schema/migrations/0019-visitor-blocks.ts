import type { Migration } from '../migration';

/** Visitors who may not use a tenant's chat. */
export const visitorBlocks: Migration = {
  name: '0019-visitor-blocks',
  up: (t) => [
    // A keyed hash of the network that the visitor was in last.
    `ALTER TABLE visitor_sessions ADD COLUMN address_hmac ${t.ascii(64)}`,
    `CREATE TABLE visitor_blocks (
      tenant_id ${t.id} NOT NULL,
      kind ${t.ascii(16)} NOT NULL,
      subject ${t.binaryText(128)} NOT NULL,
      block_id ${t.id} NOT NULL,
      user_id ${t.binaryText(128)},
      conversation_id ${t.ascii(24)},
      reason ${t.text(200)} NOT NULL,
      created_by ${t.text(80)} NOT NULL,
      created_at ${t.time} NOT NULL,
      ends_at ${t.time},
      PRIMARY KEY (tenant_id, kind, subject)
    ) ${t.tableEnd}`,
    `CREATE INDEX visitor_blocks_newest ON visitor_blocks (tenant_id, block_id)`,
    // For nodes that look for new ones.
    `CREATE INDEX visitor_blocks_created ON visitor_blocks (created_at)`,
    `CREATE INDEX visitor_blocks_over ON visitor_blocks (ends_at)${t.where('ends_at IS NOT NULL')}`,
  ],
};
