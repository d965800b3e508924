import type { ColumnTypes } from '../../column-types';

export function visitorTables(t: ColumnTypes): string[] {
  return [
    // ended_at: the visitor has left. erased_at: the identity was erased. purge_at: when an unused session is
    // deleted; null once it has a conversation.
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
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      purge_at ${t.time},
      ended_at ${t.time},
      erased_at ${t.time},
      PRIMARY KEY (tenant_id, session_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX visitor_sessions_user ON visitor_sessions (tenant_id, user_id, session_id)${t.where('user_id IS NOT NULL')}`,
    `CREATE INDEX visitor_sessions_ended ON visitor_sessions (tenant_id, ended_at)${t.where('ended_at IS NOT NULL')}`,
    `CREATE INDEX visitor_sessions_purge ON visitor_sessions (purge_at)${t.where('purge_at IS NOT NULL')}`,
  ];
}
