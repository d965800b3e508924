import type { SessionMode } from '@chat-relay/widget-sdk/frames';
import type { SightingOutcome } from './sightings/wire';
import { defineTable, integer, orNull, text, type RowOf } from '../platform/storage/table';

export const VISITOR_SESSIONS = defineTable('visitor_sessions', ['tenant_id', 'session_id'], {
  tenant_id: text(),
  session_id: text(),
  widget_public_key: text(),
  origin: text(),
  locale: text(),
  mode: text<SessionMode>(),
  routing_key: orNull(text()),
  metadata: text(),
  user_id: orNull(text()),
  visitor_name: orNull(text()),
  visitor_email: orNull(text()),
  visitor_attributes: orNull(text()),
  created_at: integer(),
  expires_at: integer(),
  /** When an unused session is deleted; null once it has a conversation. */
  purge_at: orNull(integer()),
  /** Never later than the last message: whatever is older than this may be due for deletion. */
  kept_from: integer(),
  ended_at: orNull(integer()),
  erased_at: orNull(integer()),
  /** Where answers go once the visitor has left. */
  contact_email: orNull(text()),
  /** 1: a link from a mail to this address was followed. */
  contact_proven: integer(),
  /** 1: no one was there when the visitor asked for a person. */
  nobody_there: integer(),
  /** The last answer that was mailed. */
  mailed_seq: orNull(integer()),
  /** JSON of a visited page. */
  current_page: orNull(text()),
  /** JSON: those before it, the latest first. */
  earlier_pages: orNull(text()),
  /** A keyed hash of the network that the visitor was in last. */
  address_hmac: orNull(text()),
  /** The `ver` of its live tokens. */
  token_version: integer(),
  /** When the owner of a mailbox took it over last, by a mailed link. */
  taken_over_at: orNull(integer()),
});
/** `origin` is empty for pages that are not listed one by one. */
export const WIDGET_SIGHTINGS = defineTable(
  'widget_sightings',
  ['tenant_id', 'outcome', 'origin'],
  {
    tenant_id: text(),
    outcome: text<SightingOutcome>(),
    origin: text(),
    seen: integer(),
    first_seen_at: integer(),
    last_seen_at: integer(),
    widget_version: orNull(text()),
  },
);

export type SessionRow = RowOf<typeof VISITOR_SESSIONS>;
