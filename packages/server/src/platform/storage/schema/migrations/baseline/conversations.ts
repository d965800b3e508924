import type { ColumnTypes } from '../../column-types';

export function conversationTables(t: ColumnTypes): string[] {
  return [
    // A session has one conversation at most. unanswered_since: since when the visitor's first message has waited
    // for an answer. due_at: when the visitor should have been answered or claimed, by the targets at its last
    // change. released_by: the operator who gave it back, so that it is handed to another one. given_by: the
    // operator who gave it to one who was absent and has not written since. resolver: an operator's id, or `bot`.
    // unread_for: operators' ids, separated by commas. tags: separated by line feeds. last_said_*: the latest message
    // of a person or the bot. unread: how many messages of the visitor follow agent_read_seq. The last two are for
    // lists, which read no messages.
    `CREATE TABLE conversations (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      routing_key ${t.binaryText(128)},
      status ${t.ascii(10)} NOT NULL,
      owner_epoch ${t.integer} NOT NULL,
      operator_id ${t.id},
      operator_display_name ${t.text(80)},
      escalation_reason ${t.ascii(20)},
      claim_count ${t.integer} NOT NULL,
      claimed_at ${t.time},
      given_by ${t.id},
      released_at ${t.time},
      released_by ${t.id},
      resolved_at ${t.time},
      resolver ${t.ascii(36)},
      waiting_since ${t.time},
      awaiting_bot_since ${t.time},
      unanswered_since ${t.time},
      due_at ${t.time},
      snoozed_until ${t.time},
      last_seq ${t.integer} NOT NULL,
      last_event_sequence ${t.integer} NOT NULL,
      visitor_read_seq ${t.integer} NOT NULL,
      agent_read_seq ${t.integer} NOT NULL,
      counted_since ${t.time},
      counted_messages ${t.integer} NOT NULL,
      ticket_id ${t.id},
      started_at ${t.time} NOT NULL,
      last_message_at ${t.time},
      last_said_by ${t.ascii(8)},
      last_said_at ${t.time},
      last_said_preview ${t.text(140)},
      unread ${t.integer} NOT NULL DEFAULT 0,
      unread_for ${t.ascii(800)},
      tags ${t.text(330)},
      last_said_file ${t.longText},
      rating ${t.longText},
      PRIMARY KEY (tenant_id, session_id),
      UNIQUE (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX conversations_queue ON conversations (tenant_id, status, waiting_since, session_id)`,
    // Every message moves its conversation in the next two indexes. They serve lists with a status; a list of
    // any status reads each in turn.
    `CREATE INDEX conversations_recent ON conversations (tenant_id, status, last_message_at, conversation_id)`,
    `CREATE INDEX conversations_operator ON conversations (status, operator_id, last_message_at, conversation_id)${t.where('operator_id IS NOT NULL')}`,
    `CREATE INDEX conversations_awaiting_bot ON conversations (awaiting_bot_since, tenant_id, session_id)${t.where('awaiting_bot_since IS NOT NULL')}`,
    `CREATE INDEX conversations_snoozed ON conversations (snoozed_until, tenant_id, session_id)${t.where('snoozed_until IS NOT NULL')}`,
    // Finds the tenants with waiting visitors without a look at the others.
    `CREATE INDEX conversations_waiting ON conversations (waiting_since, tenant_id)${t.where('waiting_since IS NOT NULL')}`,

    // dedupe_key: a client_msg_id and its writer, such as "m1|visitor". sources: what a bot's message quotes, as JSON.
    `CREATE TABLE messages (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      message_id ${t.id} NOT NULL,
      sender ${t.ascii(8)} NOT NULL,
      sender_name ${t.text(80)},
      dedupe_key ${t.ascii(120)},
      content ${t.longText} NOT NULL,
      sources ${t.longText},
      attachments ${t.longText},
      created_at ${t.time} NOT NULL,
      removed_at ${t.time},
      PRIMARY KEY (tenant_id, session_id, seq)
    ) ${t.tableEnd}`,
    `CREATE UNIQUE INDEX messages_dedupe ON messages (tenant_id, session_id, dedupe_key)`,
    // Names removed messages to clients that have them already, without a read of the messages.
    `CREATE TABLE removed_messages (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      message_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      removed_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, session_id, seq)
    ) ${t.tableEnd}`,
    `CREATE INDEX removed_messages_recent ON removed_messages (tenant_id, removed_at)`,
    // Deleted conversations whose other rows are still being deleted.
    `CREATE TABLE removed_conversations (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      PRIMARY KEY (tenant_id, session_id)
    ) ${t.tableEnd}`,

    `CREATE TABLE tickets (
      tenant_id ${t.id} NOT NULL,
      ticket_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      status ${t.ascii(10)} NOT NULL,
      escalation_reason ${t.ascii(20)},
      operator_id ${t.id},
      operator_display_name ${t.text(80)},
      created_at ${t.time} NOT NULL,
      assigned_at ${t.time},
      resolved_at ${t.time},
      PRIMARY KEY (tenant_id, ticket_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX tickets_recent ON tickets (tenant_id, created_at, ticket_id)`,
    `CREATE INDEX tickets_status ON tickets (tenant_id, status, created_at, ticket_id)`,
    `CREATE INDEX tickets_conversation ON tickets (tenant_id, conversation_id)`,
    `CREATE INDEX tickets_reason ON tickets (tenant_id, escalation_reason, created_at, ticket_id)`,
  ];
}
