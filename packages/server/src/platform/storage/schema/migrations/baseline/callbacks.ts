import type { ColumnTypes } from '../../column-types';

export function callbackTables(t: ColumnTypes): string[] {
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
    `CREATE INDEX callback_lanes_leases ON callback_lanes (lease_owner)${t.where('lease_owner IS NOT NULL')}`,
    `CREATE TABLE callback_attempts (
      tenant_id ${t.id} NOT NULL,
      conversation_id ${t.ascii(24)} NOT NULL,
      sequence ${t.integer} NOT NULL,
      timestamp_ms ${t.time} NOT NULL,
      record ${t.longText} NOT NULL,
      PRIMARY KEY (tenant_id, conversation_id, sequence, timestamp_ms)
    ) ${t.tableEnd}`,
    // A row for each tenant whose last attempt failed. probes: 0 while callbacks are sent normally; otherwise the
    // number of probes so far, and the next one is sent at resumes_at.
    `CREATE TABLE callback_health (
      tenant_id ${t.id} PRIMARY KEY,
      failing_since ${t.time} NOT NULL,
      failures ${t.integer} NOT NULL,
      first_conversation_id ${t.ascii(24)} NOT NULL,
      is_spread ${t.boolean} NOT NULL,
      probes ${t.integer} NOT NULL,
      probing_since ${t.time},
      resumes_at ${t.time} NOT NULL,
      mails_sent ${t.integer} NOT NULL
    ) ${t.tableEnd}`,
    // The last delivery and the last failure of each tenant.
    `CREATE TABLE callback_results (
      tenant_id ${t.id} PRIMARY KEY,
      delivered_at ${t.time},
      failed_at ${t.time},
      failure_status ${t.integer},
      failure_reason ${t.ascii(40)}
    ) ${t.tableEnd}`,
    // 410 blocks: event types to which the address has responded with 410.
    `CREATE TABLE callback_blocks (
      tenant_id ${t.id} NOT NULL,
      event ${t.ascii(30)} NOT NULL,
      address ${t.text(2048)} NOT NULL,
      PRIMARY KEY (tenant_id, event)
    ) ${t.tableEnd}`,
    // Tenants whose owners were notified that callbacks wait for long.
    `CREATE TABLE callback_queue_notices (
      tenant_id ${t.id} PRIMARY KEY,
      noticed_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
  ];
}
