import type { Migration } from '../migration';

/**
 * The schema of the first release. Keys begin with the tenant or the session wherever a row
 * belongs to one, so that the tables shard by tenant.
 */
export const baseline: Migration = {
  name: '0001-baseline',
  up: (t) => [
    `CREATE TABLE accounts (
      account_id ${t.id} PRIMARY KEY,
      email ${t.ascii(254)} NOT NULL UNIQUE,
      password_hash ${t.ascii(255)} NOT NULL,
      display_name ${t.text(80)} NOT NULL,
      status ${t.ascii(10)} NOT NULL,
      is_system ${t.boolean} NOT NULL,
      mfa_enabled ${t.boolean} NOT NULL,
      totp_enabled ${t.boolean} NOT NULL,
      last_totp_step ${t.time},
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX accounts_system ON accounts (is_system, account_id)`,
    // By address, whether or not an account has it: a lock must not tell which addresses do.
    `CREATE TABLE lockouts (
      email ${t.ascii(254)} PRIMARY KEY,
      failures ${t.integer} NOT NULL,
      lock_count ${t.integer} NOT NULL,
      locked_until ${t.time} NOT NULL,
      last_failure_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,

    `CREATE TABLE console_sessions (
      session_id ${t.id} PRIMARY KEY,
      account_id ${t.id} NOT NULL,
      amr ${t.ascii(64)} NOT NULL,
      ip ${t.ascii(45)} NOT NULL,
      user_agent ${t.text(255)} NOT NULL,
      created_at ${t.time} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      revoked_at ${t.time}
    ) ${t.tableEnd}`,
    `CREATE INDEX console_sessions_account ON console_sessions (account_id, revoked_at)`,

    // A registration, a login or a reset that waits for its code. Evaluations count over all codes and factors.
    // state: open, used, replaced.
    `CREATE TABLE challenges (
      challenge_id ${t.id} PRIMARY KEY,
      kind ${t.ascii(16)} NOT NULL,
      token_hash ${t.ascii(64)} NOT NULL UNIQUE,
      account_id ${t.id},
      email ${t.ascii(254)} NOT NULL,
      details ${t.longText} NOT NULL,
      code_hmac ${t.ascii(64)},
      code_expires_at ${t.time},
      evaluations ${t.integer} NOT NULL,
      given_back ${t.integer} NOT NULL,
      state ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX challenges_email ON challenges (email, kind, state)`,
    `CREATE INDEX challenges_expiry ON challenges (expires_at)`,
    `CREATE TABLE code_cooldowns (
      email ${t.ascii(254)} PRIMARY KEY,
      sent_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,

    // Texts hold codes and are sealed; they go when they have been sent.
    `CREATE TABLE mails (
      mail_id ${t.id} PRIMARY KEY,
      recipient ${t.ascii(254)} NOT NULL,
      sealed_content ${t.longText} NOT NULL,
      attempts ${t.integer} NOT NULL,
      due_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX mails_due ON mails (due_at)`,

    `CREATE TABLE workspaces (
      workspace_id ${t.id} PRIMARY KEY,
      workspace_name ${t.text(80)} NOT NULL,
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE TABLE memberships (
      workspace_id ${t.id} NOT NULL,
      account_id ${t.id} NOT NULL,
      role ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, account_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX memberships_account ON memberships (account_id)`,
    // operator_details: what an invited operator becomes on acceptance.
    `CREATE TABLE invitations (
      invitation_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      email ${t.ascii(254)} NOT NULL,
      role ${t.ascii(10)} NOT NULL,
      token_hash ${t.ascii(64)} NOT NULL UNIQUE,
      invited_by ${t.id} NOT NULL,
      operator_details ${t.longText},
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      accepted_at ${t.time},
      revoked_at ${t.time}
    ) ${t.tableEnd}`,
    `CREATE INDEX invitations_workspace ON invitations (workspace_id, created_at)`,

    `CREATE TABLE tenants (
      tenant_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      tenant_name ${t.text(80)} NOT NULL,
      widget_public_key ${t.ascii(64)} NOT NULL UNIQUE,
      allowed_origins ${t.longText} NOT NULL,
      callback_url_base ${t.text(2048)},
      default_locale ${t.ascii(35)} NOT NULL,
      widget ${t.longText} NOT NULL,
      bot ${t.longText} NOT NULL,
      hours ${t.longText},
      status ${t.ascii(10)} NOT NULL,
      suspension_reason ${t.text(500)},
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX tenants_workspace ON tenants (workspace_id, tenant_id)`,
    `CREATE TABLE retired_widget_keys (
      tenant_id ${t.id} NOT NULL,
      widget_public_key ${t.ascii(64)} NOT NULL,
      retires_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, widget_public_key)
    ) ${t.tableEnd}`,
    // state: pending, active, retired (accepted inbound until retires_at).
    `CREATE TABLE tenant_secrets (
      tenant_id ${t.id} NOT NULL,
      secret_id ${t.id} NOT NULL,
      sealed_secret ${t.ascii(255)} NOT NULL,
      state ${t.ascii(10)} NOT NULL,
      retires_at ${t.time},
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, secret_id)
    ) ${t.tableEnd}`,

    `CREATE TABLE operators (
      operator_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      account_id ${t.id} NOT NULL,
      display_name ${t.text(80)} NOT NULL,
      routing_keys ${t.longText} NOT NULL,
      capacity ${t.integer} NOT NULL,
      presence ${t.ascii(10)} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      created_at ${t.time} NOT NULL,
      UNIQUE (workspace_id, account_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX operators_account ON operators (account_id)`,
    `CREATE TABLE operator_tenants (
      tenant_id ${t.id} NOT NULL,
      operator_id ${t.id} NOT NULL,
      PRIMARY KEY (tenant_id, operator_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX operator_tenants_operator ON operator_tenants (operator_id)`,

    `CREATE TABLE canned_replies (
      canned_reply_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      shortcut ${t.binaryText(64)} NOT NULL,
      content ${t.longText} NOT NULL,
      locale ${t.ascii(35)},
      created_at ${t.time} NOT NULL,
      UNIQUE (workspace_id, shortcut)
    ) ${t.tableEnd}`,

    // ended: no visitor comes back. erased: nor does anybody else; who they were is gone.
    `CREATE TABLE visitor_sessions (
      session_id ${t.ascii(64)} PRIMARY KEY,
      tenant_id ${t.id} NOT NULL,
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
      ended_at ${t.time},
      erased_at ${t.time}
    ) ${t.tableEnd}`,
    `CREATE INDEX visitor_sessions_user ON visitor_sessions (tenant_id, user_id)`,
    `CREATE INDEX visitor_sessions_expiry ON visitor_sessions (expires_at)`,
    `CREATE INDEX visitor_sessions_ended ON visitor_sessions (tenant_id, ended_at)`,

    `CREATE TABLE conversations (
      session_id ${t.ascii(64)} PRIMARY KEY,
      conversation_id ${t.ascii(24)} NOT NULL,
      tenant_id ${t.id} NOT NULL,
      routing_key ${t.binaryText(128)},
      status ${t.ascii(10)} NOT NULL,
      owner_epoch ${t.integer} NOT NULL,
      operator_id ${t.id},
      operator_display_name ${t.text(80)},
      escalation_reason ${t.ascii(20)},
      claim_count ${t.integer} NOT NULL,
      claimed_at ${t.time},
      released_at ${t.time},
      resolved_at ${t.time},
      waiting_since ${t.time},
      awaiting_bot_since ${t.time},
      last_seq ${t.integer} NOT NULL,
      last_event_sequence ${t.integer} NOT NULL,
      visitor_read_seq ${t.integer} NOT NULL,
      agent_read_seq ${t.integer} NOT NULL,
      ticket_id ${t.id},
      started_at ${t.time} NOT NULL,
      last_message_at ${t.time},
      UNIQUE (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX conversations_queue ON conversations (tenant_id, status, waiting_since)`,
    `CREATE INDEX conversations_recent ON conversations (tenant_id, last_message_at)`,
    `CREATE INDEX conversations_operator ON conversations (operator_id, status)`,
    `CREATE INDEX conversations_id ON conversations (conversation_id)`,
    `CREATE INDEX conversations_awaiting_bot ON conversations (awaiting_bot_since)`,

    // dedupe_key: a client_msg_id and whose it is, such as "m1|visitor".
    `CREATE TABLE messages (
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      message_id ${t.id} NOT NULL,
      sender ${t.ascii(8)} NOT NULL,
      sender_name ${t.text(80)},
      dedupe_key ${t.ascii(120)},
      content ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (session_id, seq)
    ) ${t.tableEnd}`,
    `CREATE UNIQUE INDEX messages_dedupe ON messages (session_id, dedupe_key)`,

    `CREATE TABLE tickets (
      tenant_id ${t.id} NOT NULL,
      ticket_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
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
    `CREATE INDEX tickets_status ON tickets (tenant_id, status, created_at)`,
    `CREATE INDEX tickets_conversation ON tickets (tenant_id, conversation_id)`,

    // state: pending (in its lane), aside (out of the order, tried at due_at), delivered, dead.
    // outcome: what the last attempt came to, as a short code. failing_since: its first failure.
    // A forced copy of an event has a sequence below zero here, and its original in replay_of.
    `CREATE TABLE callback_events (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      sequence ${t.integer} NOT NULL,
      event_id ${t.id} NOT NULL,
      event ${t.ascii(30)} NOT NULL,
      body ${t.bytes} NOT NULL,
      body_sha256 ${t.ascii(64)} NOT NULL,
      state ${t.ascii(10)} NOT NULL,
      attempts ${t.integer} NOT NULL,
      last_timestamp ${t.time} NOT NULL,
      outcome ${t.ascii(40)},
      due_at ${t.time},
      failing_since ${t.time},
      replay_of ${t.id},
      created_at ${t.time} NOT NULL,
      settled_at ${t.time},
      PRIMARY KEY (tenant_id, conversation_id, sequence)
    ) ${t.tableEnd}`,
    `CREATE UNIQUE INDEX callback_events_id ON callback_events (tenant_id, event_id)`,
    // A conversation's queue: events head..tail wait, and at side_due_at one that stands aside. The
    // row exists while any does. A lease is an owner and a due_at ahead, its end: nobody may move
    // the due_at of a lane that has an owner.
    `CREATE TABLE callback_lanes (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      head ${t.integer} NOT NULL,
      tail ${t.integer} NOT NULL,
      due_at ${t.time} NOT NULL,
      head_due_at ${t.time} NOT NULL,
      side_due_at ${t.time},
      lease_owner ${t.id},
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX callback_lanes_due ON callback_lanes (tenant_id, due_at)`,
    `CREATE INDEX callback_lanes_leases ON callback_lanes (lease_owner)`,
    `CREATE TABLE callback_attempts (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      sequence ${t.integer} NOT NULL,
      timestamp_ms ${t.time} NOT NULL,
      record ${t.longText} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id, sequence, timestamp_ms)
    ) ${t.tableEnd}`,
    // Only of tenants whose last attempt failed. probes: 0 while callbacks go out as always; else
    // one goes out at resumes_at, and how many did.
    `CREATE TABLE callback_troubles (
      tenant_id ${t.id} PRIMARY KEY,
      failing_since ${t.time} NOT NULL,
      failures ${t.integer} NOT NULL,
      first_conversation_id ${t.ascii(24)} NOT NULL,
      is_spread ${t.boolean} NOT NULL,
      probes ${t.integer} NOT NULL,
      resumes_at ${t.time} NOT NULL,
      mails_sent ${t.integer} NOT NULL
    ) ${t.tableEnd}`,
    // Event types that the address answered 410 for.
    `CREATE TABLE callback_stops (
      tenant_id ${t.id} NOT NULL,
      event ${t.ascii(30)} NOT NULL,
      address ${t.text(2048)} NOT NULL,
      stopped_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, event)
    ) ${t.tableEnd}`,

    // Signatures of tenants' calls that were accepted: none is accepted twice.
    `CREATE TABLE replay_claims (
      tenant_id ${t.id} NOT NULL,
      signature ${t.ascii(64)} NOT NULL,
      expires_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, signature)
    ) ${t.tableEnd}`,
    `CREATE INDEX replay_claims_expiry ON replay_claims (expires_at)`,

    `CREATE TABLE idempotency_keys (
      account_id ${t.id} NOT NULL,
      route ${t.ascii(80)} NOT NULL,
      key_hash ${t.ascii(64)} NOT NULL,
      body_hash ${t.ascii(64)} NOT NULL,
      answer ${t.longText},
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (account_id, route, key_hash)
    ) ${t.tableEnd}`,
    `CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)`,

    `CREATE TABLE audit_entries (
      entry_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id},
      action ${t.ascii(40)} NOT NULL,
      actor_account_id ${t.id},
      actor_name ${t.text(254)},
      ip ${t.ascii(45)},
      subject ${t.text(254)},
      details ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX audit_entries_workspace ON audit_entries (workspace_id, entry_id)`,

    // Scheduled work runs on whichever node holds its lease.
    `CREATE TABLE leases (
      lease_name ${t.ascii(40)} PRIMARY KEY,
      owner ${t.id} NOT NULL,
      lease_until ${t.time} NOT NULL
    ) ${t.tableEnd}`,
  ],
};
