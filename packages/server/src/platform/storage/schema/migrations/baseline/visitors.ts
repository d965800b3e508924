import type { ColumnTypes } from '../../column-types';

export function visitorTables(t: ColumnTypes): string[] {
  return [
    // address_hmac: the visitor's last network. nobody_there: no operator was online when the visitor asked
    // for a person. mailed_seq: the last answer that was mailed; no other is until the visitor has been back.
    // contact_proven: a link from a mail to this address was followed. token_version: tokens contain it. It grows when
    // a mailed link is followed, at taken_over_at, which ends all earlier tokens. ended_at: the visitor has left.
    // erased_at: the identity was erased. purge_at: when an unused session is deleted; null once it has a
    // conversation. kept_from: never later than the last message, so messages don't move it in the index.
    // current_page is JSON, {url, title, at}, and earlier_pages a list of those, the latest first.
    `CREATE TABLE visitor_sessions (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      widget_public_key ${t.ascii(64)} NOT NULL,
      origin ${t.ascii(300)} NOT NULL,
      locale ${t.ascii(35)} NOT NULL,
      mode ${t.ascii(10)} NOT NULL,
      routing_key ${t.binaryText(128)},
      metadata ${t.longText} NOT NULL,
      user_id ${t.binaryText(128)},
      visitor_name ${t.text(80)},
      visitor_email ${t.text(254)},
      visitor_attributes ${t.longText},
      address_hmac ${t.ascii(64)},
      contact_email ${t.ascii(254)},
      contact_proven ${t.boolean} NOT NULL DEFAULT 0,
      nobody_there ${t.boolean} NOT NULL DEFAULT 0,
      mailed_seq ${t.integer},
      token_version ${t.integer} NOT NULL DEFAULT 1,
      taken_over_at ${t.time},
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      purge_at ${t.time},
      ended_at ${t.time},
      erased_at ${t.time},
      kept_from ${t.time} NOT NULL DEFAULT 0,
      current_page ${t.longText},
      earlier_pages ${t.longText},
      PRIMARY KEY (tenant_id, session_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX visitor_sessions_user ON visitor_sessions (tenant_id, user_id, session_id)${t.where('user_id IS NOT NULL')}`,
    `CREATE INDEX visitor_sessions_ended ON visitor_sessions (tenant_id, ended_at)${t.where('ended_at IS NOT NULL')}`,
    `CREATE INDEX visitor_sessions_purge ON visitor_sessions (purge_at)${t.where('purge_at IS NOT NULL')}`,
    `CREATE INDEX visitor_sessions_age ON visitor_sessions (tenant_id, kept_from)`,
    `CREATE INDEX visitor_sessions_taken_over ON visitor_sessions (tenant_id, taken_over_at)${t.where('taken_over_at IS NOT NULL')}`,

    // Visitors who may not use a tenant's chat.
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
    // Finds the blocks that other nodes have added.
    `CREATE INDEX visitor_blocks_created ON visitor_blocks (created_at)`,
    `CREATE INDEX visitor_blocks_over ON visitor_blocks (ends_at)${t.where('ends_at IS NOT NULL')}`,
  ];
}
