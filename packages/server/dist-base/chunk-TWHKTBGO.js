import {
  DriverError
} from "./chunk-AUDIUNLG.js";

// src/config/config.ts
import { join } from "path";
var ConfigError = class extends Error {
  problems;
  constructor(problems, options) {
    super(problems.join("\n"), options);
    this.name = "ConfigError";
    this.problems = problems;
  }
};
function embeddedDatabaseUrl(dataDir) {
  return `sqlite:${join(dataDir, "relay.sqlite")}`;
}

// src/platform/storage/sqlite/connection.ts
var CONNECTION_LOST = "SQLITE_CONNECTION_LOST";
var PRAGMAS = ["busy_timeout = 5000", "foreign_keys = ON"];
async function connectSqlite(host, path, pragmas) {
  const waiting = [];
  let lost;
  let isClosing = false;
  host.hold(false);
  host.onAnswer((answer) => {
    const asked = waiting.shift();
    if (waiting.length === 0 && !isClosing) host.hold(false);
    if ("error" in answer) asked?.reject(errorOf(answer.error));
    else asked?.resolve(answer);
  });
  host.onEnd((reason) => {
    lost = new DriverError(CONNECTION_LOST, "the connection to the database has ended", {
      cause: reason
    });
    for (const { reject } of waiting.splice(0)) reject(lost);
  });
  const ask = (request) => new Promise((resolve, reject) => {
    if (lost) return reject(lost);
    host.send(request);
    if (waiting.push({ resolve, reject }) === 1) host.hold(true);
  });
  const execute = async (kind, sql, params = []) => ask({ kind, sql, params: toParams(params) });
  const close = async () => {
    if (lost) return;
    const ended = new Promise((resolve) => host.onEnd(() => resolve()));
    isClosing = true;
    host.hold(true);
    await ask({ kind: "close" }).catch(() => void 0);
    await ended;
  };
  try {
    await ask({ kind: "open", path, pragmas: [...PRAGMAS, ...pragmas] });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: "sqlite",
    get isOpen() {
      return lost === void 0;
    },
    rows: async (sql, params) => toRows(await execute("rows", sql, params)),
    run: async (sql, params) => (await execute("run", sql, params)).changes,
    close,
    kill: () => host.kill()
  };
}
function toParams(params) {
  if (Array.isArray(params)) return params.map(toValue);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toValue(value)]));
}
function toValue(value) {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "object" && value !== null) return Uint8Array.prototype.slice.call(value);
  if (typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`a number can't be stored exactly: ${value}`);
  }
  return value;
}
function toRows({ columns, values }) {
  const rows = [];
  for (let at = 0; at < values.length; ) {
    const row = {};
    for (const column of columns) row[column] = fromValue(values[at++]);
    rows.push(row);
  }
  return rows;
}
function fromValue(value) {
  if (typeof value !== "object" || value === null) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
function errorOf({ code, message }) {
  return new DriverError(code ?? void 0, message);
}

// src/platform/storage/sqlite/worker-host.ts
import { fork } from "child_process";
import { fileURLToPath } from "url";
import { Worker } from "worker_threads";
var SCRIPT = new URL("./sqlite-worker.js", import.meta.url);
var OPTIONS = { execArgv: ["--disable-warning=ExperimentalWarning"], env: {} };
function startThread() {
  const thread = new Worker(SCRIPT, OPTIONS);
  let reason;
  thread.on("error", (error) => {
    reason = error;
  });
  return {
    send: (request) => thread.postMessage(request),
    onAnswer: (listener) => void thread.on("message", listener),
    onEnd: (listener) => void thread.once("exit", () => listener(reason)),
    hold: (isHeld) => isHeld ? thread.ref() : thread.unref(),
    kill: () => void thread.terminate()
  };
}
function startProcess() {
  const child = fork(fileURLToPath(SCRIPT), {
    ...OPTIONS,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  });
  let reason;
  child.on("error", (error) => {
    reason = error;
  });
  return {
    // What could not be sent is not answered: the process has ended, or ends.
    send: (request) => void child.send(request, () => void 0),
    onAnswer: (listener) => void child.on("message", listener),
    onEnd: (listener) => {
      let hasEnded = false;
      const end = () => {
        if (!hasEnded) listener(reason);
        hasEnded = true;
      };
      child.once("exit", end);
      child.once("error", end);
    },
    hold: (isHeld) => {
      const change = isHeld ? "ref" : "unref";
      child[change]();
      child.channel?.[change]();
    },
    kill: () => void child.kill("SIGKILL")
  };
}

// src/platform/storage/schema/migrations/baseline/accounts.ts
function accountTables(t) {
  return [
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
    `CREATE TABLE console_sessions (
      session_id ${t.id} PRIMARY KEY,
      account_id ${t.id} NOT NULL,
      amr ${t.ascii(64)} NOT NULL,
      ip ${t.ascii(45)} NOT NULL,
      user_agent ${t.text(255)} NOT NULL,
      kind ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      idle_ends_at ${t.time},
      confirmed_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      revoked_at ${t.time}
    ) ${t.tableEnd}`,
    `CREATE INDEX console_sessions_account ON console_sessions (account_id, revoked_at, session_id)`,
    `CREATE INDEX console_sessions_expiry ON console_sessions (expires_at)`,
    // A registration, a login or a reset that waits for its code. Evaluations count over all codes
    // and factors. state: open, used, replaced. `continues`: another token of that challenge.
    `CREATE TABLE challenges (
      challenge_id ${t.id} PRIMARY KEY,
      kind ${t.ascii(16)} NOT NULL,
      token_hash ${t.ascii(64)} NOT NULL UNIQUE,
      continues ${t.id},
      account_id ${t.id},
      email ${t.ascii(254)} NOT NULL,
      address_hmac ${t.ascii(64)} NOT NULL,
      details ${t.longText} NOT NULL,
      code_hmac ${t.ascii(64)},
      code_put_at ${t.time},
      code_expires_at ${t.time},
      evaluations ${t.integer} NOT NULL,
      given_back ${t.integer} NOT NULL,
      state ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX challenges_email ON challenges (email, kind, state)`,
    `CREATE INDEX challenges_expiry ON challenges (expires_at)`,
    // By e-mail, with or without an account: a lock must not reveal which addresses have one.
    `CREATE TABLE lockouts (
      email ${t.ascii(254)} NOT NULL,
      network ${t.ascii(64)} NOT NULL,
      failures ${t.integer} NOT NULL,
      lock_count ${t.integer} NOT NULL,
      locked_until ${t.time} NOT NULL,
      last_failure_at ${t.time} NOT NULL,
      PRIMARY KEY (email, network)
    ) ${t.tableEnd}`,
    `CREATE INDEX lockouts_age ON lockouts (last_failure_at)`,
    // The network addresses that an account has signed in from, as HMAC.
    `CREATE TABLE known_addresses (
      account_id ${t.id} NOT NULL,
      address_hmac ${t.ascii(64)} NOT NULL,
      last_used_at ${t.time} NOT NULL,
      PRIMARY KEY (account_id, address_hmac)
    ) ${t.tableEnd}`,
    `CREATE INDEX known_addresses_hmac ON known_addresses (address_hmac)`,
    `CREATE INDEX known_addresses_age ON known_addresses (last_used_at)`
  ];
}

// src/platform/storage/schema/migrations/baseline/callbacks.ts
function callbackTables(t) {
  return [
    // state: pending (in its lane), aside (deferred, tried at due_at), delivered, dead. outcome: the result of
    // the last attempt, as a short code. failing_since: its first failure. A forced copy of an event has a
    // negative sequence here, and its original in replay_of.
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
    `CREATE INDEX callback_events_state ON callback_events (tenant_id, state, event, event_id)`,
    // A conversation's queue: events head..tail wait, and a deferred one is tried at side_due_at. The row
    // exists while any waits. A lease is an owner and a due_at in the future, its end: only the owner may move
    // the due_at of a leased lane.
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
    `CREATE INDEX callback_lanes_leases ON callback_lanes (lease_owner)${t.where("lease_owner IS NOT NULL")}`,
    `CREATE TABLE callback_attempts (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      sequence ${t.integer} NOT NULL,
      timestamp_ms ${t.time} NOT NULL,
      record ${t.longText} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id, sequence, timestamp_ms)
    ) ${t.tableEnd}`,
    // Only of tenants whose last attempt failed. probes: 0 while callbacks are sent normally; otherwise one is
    // sent at resumes_at, and this is how many were.
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
      PRIMARY KEY (tenant_id, event)
    ) ${t.tableEnd}`,
    // Tenants whose owners were notified that callbacks wait for long.
    `CREATE TABLE callback_queue_notices (
      tenant_id ${t.id} PRIMARY KEY,
      noticed_at ${t.time} NOT NULL
    ) ${t.tableEnd}`
  ];
}

// src/platform/storage/schema/migrations/baseline/conversations.ts
function conversationTables(t) {
  return [
    // A session has one conversation at most. last_said_*: the latest message of a person or the bot,
    // and unread: the visitor's messages after agent_read_seq; both for lists, which read no messages.
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
      released_at ${t.time},
      resolved_at ${t.time},
      waiting_since ${t.time},
      awaiting_bot_since ${t.time},
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
      PRIMARY KEY (tenant_id, session_id),
      UNIQUE (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX conversations_queue ON conversations (tenant_id, status, waiting_since, session_id)`,
    // Every message moves its conversation in the next two indexes. They serve lists with a status; a list of
    // any status reads each in turn.
    `CREATE INDEX conversations_recent ON conversations (tenant_id, status, last_message_at, conversation_id)`,
    `CREATE INDEX conversations_operator ON conversations (status, operator_id, last_message_at, conversation_id)${t.where("operator_id IS NOT NULL")}`,
    `CREATE INDEX conversations_awaiting_bot ON conversations (awaiting_bot_since, tenant_id, session_id)${t.where("awaiting_bot_since IS NOT NULL")}`,
    // dedupe_key: a client_msg_id and its writer, such as "m1|visitor".
    `CREATE TABLE messages (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      seq ${t.integer} NOT NULL,
      message_id ${t.id} NOT NULL,
      sender ${t.ascii(8)} NOT NULL,
      sender_name ${t.text(80)},
      dedupe_key ${t.ascii(120)},
      content ${t.longText} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, session_id, seq)
    ) ${t.tableEnd}`,
    `CREATE UNIQUE INDEX messages_dedupe ON messages (tenant_id, session_id, dedupe_key)`,
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
    `CREATE INDEX tickets_conversation ON tickets (tenant_id, conversation_id)`
  ];
}

// src/platform/storage/schema/migrations/baseline/platform.ts
function platformTables(t) {
  return [
    // One row: a text sealed with the database's master key.
    `CREATE TABLE master_key_check (
      id ${t.integer} PRIMARY KEY,
      sealed ${t.ascii(255)} NOT NULL
    ) ${t.tableEnd}`,
    // The contents contain codes and are sealed. A row is deleted when its mail has been sent.
    `CREATE TABLE mails (
      mail_id ${t.id} PRIMARY KEY,
      recipient ${t.ascii(254)} NOT NULL,
      sealed_content ${t.longText} NOT NULL,
      attempts ${t.integer} NOT NULL,
      due_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX mails_due ON mails (due_at)`,
    `CREATE INDEX mails_expiry ON mails (expires_at)`,
    // How many mails went to a recipient, in each budget.
    `CREATE TABLE mail_budgets (
      recipient ${t.ascii(254)} NOT NULL,
      budget ${t.ascii(16)} NOT NULL,
      sent_at ${t.time} NOT NULL,
      hour_started_at ${t.time} NOT NULL,
      sent_in_hour ${t.integer} NOT NULL,
      day_started_at ${t.time} NOT NULL,
      sent_in_day ${t.integer} NOT NULL,
      PRIMARY KEY (recipient, budget)
    ) ${t.tableEnd}`,
    `CREATE INDEX mail_budgets_age ON mail_budgets (sent_at)`,
    // All other limits of uses per span of time. The key names the limit.
    `CREATE TABLE budgets (
      budget_key ${t.ascii(300)} PRIMARY KEY,
      used ${t.integer} NOT NULL,
      ends_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX budgets_expiry ON budgets (ends_at)`,
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
    `CREATE INDEX audit_entries_workspace ON audit_entries (workspace_id, entry_id)`
  ];
}

// src/platform/storage/schema/migrations/baseline/tenants.ts
function tenantTables(t) {
  return [
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
      created_at ${t.time} NOT NULL,
      changed_at ${t.time} NOT NULL DEFAULT 0
    ) ${t.tableEnd}`,
    `CREATE INDEX tenants_workspace ON tenants (workspace_id, tenant_id)`,
    // Lets every node find the changed tenants without reading each.
    `CREATE INDEX tenants_changed ON tenants (changed_at)`,
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
    // Signatures of accepted tenant calls: none is accepted twice.
    `CREATE TABLE replay_claims (
      tenant_id ${t.id} NOT NULL,
      signature ${t.ascii(64)} NOT NULL,
      expires_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, signature)
    ) ${t.tableEnd}`,
    `CREATE INDEX replay_claims_expiry ON replay_claims (expires_at)`
  ];
}

// src/platform/storage/schema/migrations/baseline/visitors.ts
function visitorTables(t) {
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
    `CREATE INDEX visitor_sessions_user ON visitor_sessions (tenant_id, user_id, session_id)${t.where("user_id IS NOT NULL")}`,
    `CREATE INDEX visitor_sessions_ended ON visitor_sessions (tenant_id, ended_at)${t.where("ended_at IS NOT NULL")}`,
    `CREATE INDEX visitor_sessions_purge ON visitor_sessions (purge_at)${t.where("purge_at IS NOT NULL")}`
  ];
}

// src/platform/storage/schema/migrations/baseline/workspaces.ts
function workspaceTables(t) {
  return [
    `CREATE TABLE workspaces (
      workspace_id ${t.id} PRIMARY KEY,
      workspace_name ${t.text(80)} NOT NULL,
      created_by ${t.id},
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX workspaces_creator ON workspaces (created_by)`,
    `CREATE TABLE memberships (
      workspace_id ${t.id} NOT NULL,
      account_id ${t.id} NOT NULL,
      role ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, account_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX memberships_account ON memberships (account_id)`,
    // operator_details: the settings of an invited operator, used on acceptance.
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
    `CREATE INDEX invitations_workspace ON invitations (workspace_id, created_at, invitation_id)`,
    `CREATE INDEX invitations_expiry ON invitations (expires_at)`,
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
    ) ${t.tableEnd}`
  ];
}

// src/platform/storage/schema/migrations/0001-baseline.ts
var baseline = {
  name: "0001-baseline",
  up: (types) => [
    platformTables,
    accountTables,
    workspaceTables,
    tenantTables,
    visitorTables,
    conversationTables,
    callbackTables
  ].flatMap((tables) => tables(types))
};

// src/platform/storage/schema/migrations/0002-health-and-deletion.ts
var healthAndDeletion = {
  name: "0002-health-and-deletion",
  up: (t) => [
    // The last delivery and the last failure of each tenant.
    `CREATE TABLE callback_results (
      tenant_id ${t.id} PRIMARY KEY,
      delivered_at ${t.time},
      failed_at ${t.time},
      failure_status ${t.integer},
      failure_reason ${t.ascii(40)}
    ) ${t.tableEnd}`,
    `ALTER TABLE callback_troubles ADD COLUMN probing_since ${t.time}`,
    // A tenant's status can now be `deleting`. restores_to: the status before it was deleted, null once its rows
    // are being erased.
    `ALTER TABLE tenants ADD COLUMN deletes_at ${t.time}`,
    `ALTER TABLE tenants ADD COLUMN restores_to ${t.ascii(10)}`,
    `CREATE INDEX tenants_deletion ON tenants (deletes_at)${t.where("deletes_at IS NOT NULL")}`
  ]
};

// src/platform/storage/schema/migrations/0003-widget-sightings.ts
var widgetSightings = {
  name: "0003-widget-sightings",
  up: (t) => [
    `CREATE TABLE widget_sightings (
      tenant_id ${t.id} NOT NULL,
      outcome ${t.ascii(20)} NOT NULL,
      origin ${t.ascii(255)} NOT NULL,
      seen ${t.integer} NOT NULL,
      first_seen_at ${t.time} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      widget_version ${t.ascii(32)},
      PRIMARY KEY (tenant_id, outcome, origin)
    ) ${t.tableEnd}`,
    `CREATE INDEX widget_sightings_age ON widget_sightings (last_seen_at)`
  ]
};

// src/platform/storage/schema/migrations/0004-reports.ts
var reports = {
  name: "0004-reports",
  up: (t) => [
    // One row for each commit of the journal and tenant, added to the totals some seconds later.
    table("report_entries", ["entry_id"], t),
    // One row for each tenant and quarter of an hour.
    table("report_totals", [], t),
    `CREATE INDEX report_totals_age ON report_totals (began_at)`,
    // Since when the visitor's first message has waited for an answer. Null in conversations from before:
    // nothing is measured in them.
    `ALTER TABLE conversations ADD COLUMN unanswered_since ${t.time}`
  ]
};
function table(name, moreKeys, t) {
  return `CREATE TABLE ${name} (
      tenant_id ${t.id} NOT NULL,
      began_at ${t.time} NOT NULL,
      ${moreKeys.map((key) => `${key} ${t.id} NOT NULL,`).join("")}
      conversations ${t.integer} NOT NULL,
      visitor_messages ${t.integer} NOT NULL,
      bot_messages ${t.integer} NOT NULL,
      agent_messages ${t.integer} NOT NULL,
      resolved_by_bot ${t.integer} NOT NULL,
      resolved_by_agent ${t.integer} NOT NULL,
      escalations ${t.ascii(200)} NOT NULL,
      first_answers ${t.ascii(3e3)} NOT NULL,
      waits ${t.ascii(3e3)} NOT NULL,
      PRIMARY KEY (${["tenant_id", "began_at", ...moreKeys].join(", ")})
    ) ${t.tableEnd}`;
}

// src/platform/storage/schema/migrations/0005-retention.ts
var retention = {
  name: "0005-retention",
  up: (t) => [
    // In days; null: permanently.
    `ALTER TABLE tenants ADD COLUMN retention_days ${t.integer}`,
    `CREATE INDEX tenants_retention ON tenants (retention_days)${t.where("retention_days IS NOT NULL")}`,
    // Never later than the last message: when the session was created, or what the eraser found when it last
    // looked. So messages don't move it in the index.
    `ALTER TABLE visitor_sessions ADD COLUMN kept_from ${t.time} NOT NULL DEFAULT 0`,
    `CREATE INDEX visitor_sessions_age ON visitor_sessions (tenant_id, kept_from)`,
    // Conversations that are gone, while their other rows are being deleted.
    `CREATE TABLE removed_conversations (
      tenant_id ${t.id} NOT NULL,
      session_id ${t.ascii(64)} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      PRIMARY KEY (tenant_id, session_id)
    ) ${t.tableEnd}`
  ]
};

// src/platform/storage/schema/migrations/0006-search.ts
var search = {
  name: "0006-search",
  up: (t) => [
    // A row for each conversation. words: each once, after a space. document_no: its name in the index.
    `CREATE TABLE search_documents (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      document_no ${t.time} NOT NULL,
      indexed_seq ${t.integer} NOT NULL,
      words ${t.longText} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id)
    ) ${t.tableEnd}`,
    `CREATE TABLE search_progress (
      name ${t.ascii(20)} PRIMARY KEY,
      caught_up_to ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    ...t.dialect === "sqlite" ? [
      // FTS5 names a document by this number alone.
      `CREATE UNIQUE INDEX search_documents_no ON search_documents (document_no)`,
      // Without a copy of the text, positions and lengths.
      `CREATE VIRTUAL TABLE search_words USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii')`,
      // A deleted word leaves its page at once.
      `INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 1)`
    ] : [
      `CREATE UNIQUE INDEX search_documents_no ON search_documents (tenant_id, document_no)`,
      `CREATE TABLE search_terms (
            tenant_id ${t.id} NOT NULL,
            term ${t.binaryText(32)} NOT NULL,
            document_no ${t.time} NOT NULL,
            PRIMARY KEY (tenant_id, term, document_no)
          ) ${t.tableEnd}`
    ]
  ]
};

// src/platform/storage/schema/migrations.ts
var MIGRATIONS = [
  baseline,
  healthAndDeletion,
  widgetSightings,
  reports,
  retention,
  search
];

// src/platform/ids.ts
import { randomBytes, randomFillSync } from "crypto";
import { v7 } from "uuid";
function newId() {
  return v7({ rng: takeRandomBytes });
}
function firstIdAt(timeMs) {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
function timeOfId(id) {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
var BYTES_PER_ID = 16;
var pool = new Uint8Array(BYTES_PER_ID * 256);
var used = pool.length;
function takeRandomBytes() {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES_PER_ID;
  return pool.slice(used - BYTES_PER_ID, used);
}
function newObjectId(nowMs) {
  const seconds = Math.floor(nowMs / 1e3).toString(16).padStart(8, "0");
  return seconds + randomBytes(8).toString("hex");
}
var UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
var OBJECT_ID = /^[0-9a-f]{24}$/;

export {
  ConfigError,
  embeddedDatabaseUrl,
  connectSqlite,
  startThread,
  startProcess,
  MIGRATIONS,
  newId,
  firstIdAt,
  timeOfId,
  newObjectId,
  UUID_V7,
  OBJECT_ID
};
//# sourceMappingURL=chunk-TWHKTBGO.js.map