import type { EventName } from '@chat-relay/receiver-sdk';
import { bytes, defineTable, integer, orNull, text } from '../../platform/storage/table';

export const CALLBACK_EVENTS = defineTable(
  'callback_events',
  ['tenant_id', 'conversation_id', 'sequence'],
  {
    tenant_id: text(),
    conversation_id: text(),
    sequence: integer(),
    event_id: text(),
    event: text<EventName>(),
    body: bytes(),
    body_sha256: text(),
    state: text<'pending' | 'aside' | 'delivered' | 'dead'>(),
    attempts: integer(),
    last_timestamp: integer(),
    outcome: orNull(text()),
    due_at: orNull(integer()),
    failing_since: orNull(integer()),
    replay_of: orNull(text()),
    created_at: integer(),
    settled_at: orNull(integer()),
  },
);

export const CALLBACK_LANES = defineTable('callback_lanes', ['tenant_id', 'conversation_id'], {
  tenant_id: text(),
  conversation_id: text(),
  head: integer(),
  tail: integer(),
  due_at: integer(),
  head_due_at: integer(),
  side_due_at: orNull(integer()),
  lease_owner: orNull(text()),
});

export const CALLBACK_ATTEMPTS = defineTable(
  'callback_attempts',
  ['tenant_id', 'conversation_id', 'sequence', 'timestamp_ms'],
  {
    tenant_id: text(),
    conversation_id: text(),
    sequence: integer(),
    timestamp_ms: integer(),
    /** A JSON text of an `AttemptRecord`. */
    record: text(),
  },
);

/** The health of tenants whose last attempt failed. */
export const TENANT_HEALTH = defineTable('callback_health', ['tenant_id'], {
  tenant_id: text(),
  failing_since: integer(),
  failures: integer(),
  first_conversation_id: text(),
  is_spread: integer(),
  probes: integer(),
  probing_since: orNull(integer()),
  resumes_at: integer(),
  mails_sent: integer(),
});

/** The last delivery and the last failure of each tenant. */
export const CALLBACK_RESULTS = defineTable('callback_results', ['tenant_id'], {
  tenant_id: text(),
  delivered_at: orNull(integer()),
  failed_at: orNull(integer()),
  failure_status: orNull(integer()),
  failure_reason: orNull(text()),
});

/** Event types for which the address responded with 410. */
export const BLOCKED_EVENT_TYPES = defineTable('callback_blocks', ['tenant_id', 'event'], {
  tenant_id: text(),
  event: text(),
  address: text(),
});

/** Tenants whose owners were notified that callbacks wait for long. */
export const QUEUE_NOTICES = defineTable('callback_queue_notices', ['tenant_id'], {
  tenant_id: text(),
  noticed_at: integer(),
});
