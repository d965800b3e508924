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
  /** Not later than the last message. Retention reads only sessions where this is too old, and moves it forward. */
  kept_from: integer(),
  ended_at: orNull(integer()),
  erased_at: orNull(integer()),
  /** The address for answers that arrive after the visitor has left. */
  contact_email: orNull(text()),
  /** 1 if a link mailed to this address was followed. */
  contact_proven: integer(),
  /** 1 if no operator was online when the visitor asked for a person. */
  nobody_there: integer(),
  /** The `seq` of the last answer that was mailed. */
  mailed_seq: orNull(integer()),
  /** The visited page, as JSON. */
  current_page: orNull(text()),
  /** The pages before it as JSON, the latest first. */
  earlier_pages: orNull(text()),
  /** A keyed hash of the visitor's last network. */
  address_hmac: orNull(text()),
  /** The `ver` of the session's live tokens. */
  token_version: integer(),
  /** The time of the last takeover by the owner of a mailbox, by a mailed link. */
  taken_over_at: orNull(integer()),
});
/** `origin` is empty in the row that counts pages that are not listed individually. */
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
